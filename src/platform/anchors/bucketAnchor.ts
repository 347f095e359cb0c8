import { AnchorRefused, type Anchor } from './anchor.js';

/** Where a bucket is, and for how long what is put there cannot be deleted or replaced. */
export interface BucketAnchorOptions {
  endpoint: string;
  region: string;
  bucket: string;
  retentionDays: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Writes objects to a bucket of S3 with object lock, in compliance mode: nobody can delete them before their time, whoever has the
 * credentials of the service. A bucket without object lock takes none.
 */
export const createBucketAnchor = ({ endpoint, region, bucket, retentionDays }: BucketAnchorOptions): Anchor => ({
  target: 'bucket',
  async put(name, json, signal) {
    // Its warning about the age of Node is for nobody who reads the log.
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    // Loaded only where it is used: the SDK costs a start a third of a second.
    const { PutObjectCommand, S3Client, S3ServiceException } = await import('@aws-sdk/client-s3');
    const client = new S3Client({ endpoint, region, forcePathStyle: true, maxAttempts: 1 });
    const command = new PutObjectCommand({
      ...{ Bucket: bucket, Key: name, Body: json, ContentType: 'application/json' },
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(Date.now() + retentionDays * DAY_MS),
    });
    try {
      await client.send(command, { abortSignal: signal });
    } catch (error) {
      if (error instanceof S3ServiceException) throw new AnchorRefused(`it refused: ${error.name}`, { cause: error });
      throw error;
    } finally {
      client.destroy();
    }
  },
});
