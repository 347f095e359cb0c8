import { join } from 'node:path';
import type { Config } from '../config.js';
import type { SubjectKeys } from '../sealing/subjectKeys.js';
import { StartError } from '../startError.js';
import type { BlobAdapter } from './blobAdapter.js';
import type { BlobStore } from './blobStore.js';
import { encryptedBlobs } from './encryptedBlobs.js';
import { createFilesystemBlobs } from './filesystemBlobs.js';

/**
 * The bucket of `S3_ENDPOINT`, else files in the data folder; encrypted either way.
 * @throws StartError when it cannot be used
 */
export async function openBlobs(config: Pick<Config, 's3' | 'dataDir'>, subjectKeys: SubjectKeys): Promise<BlobStore> {
  const adapter = config.s3
    ? await openS3(config.s3)
    : await createFilesystemBlobs({ folder: join(config.dataDir, 'blobs') });
  return encryptedBlobs({ adapter, subjectKeys });
}

async function openS3(s3: NonNullable<Config['s3']>): Promise<BlobAdapter> {
  // Its warning about the age of Node is not for whoever starts the service.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  // Loaded only where it is used: the SDK costs a start a third of a second.
  const { createS3Blobs } = await import('./s3Blobs.js');
  try {
    return await createS3Blobs(s3);
  } catch (error) {
    const code = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown error';
    throw new StartError(
      `S3_ENDPOINT: the bucket ${s3.bucket} at ${new URL(s3.endpoint).host} cannot be used (${code}): check S3_ENDPOINT, S3_BUCKET, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
}
