import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BlobAdapter } from './blobAdapter.js';
import { BlobNotFound, type ByteRange } from './blobStore.js';

const PART_BYTES = 8 * 1024 * 1024;

/** Where the bucket is; credentials come from the AWS SDK's own chain (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, …). */
export interface S3BlobsOptions {
  endpoint: string;
  bucket: string;
  region: string;
}

/** Blobs as objects of a bucket of S3, MinIO or the like, which is made where there is none. */
export async function createS3Blobs(options: S3BlobsOptions): Promise<BlobAdapter> {
  const { endpoint, bucket, region } = options;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    // Frames carry their own tags, and not every server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  });
  await ensureBucket(client, bucket);

  return {
    kind: 's3',
    async put(key, content) {
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: content },
        partSize: PART_BYTES,
        queueSize: 2,
      });
      await upload.done();
    },

    async get(key, range) {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: rangeHeader(range) }));
        if (!(found.Body instanceof Readable)) throw new Error('S3 answered without a body');
        const total = Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength);
        return { content: found.Body, total };
      } catch (error) {
        if (error instanceof NoSuchKey) throw new BlobNotFound(key);
        // The range begins behind the end.
        if (statusOf(error) === 416) return { content: Readable.from([]), total: 0 };
        throw error;
      }
    },

    async delete(key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      return true;
    },

    async ping() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },

    close() {
      client.destroy();
      return Promise.resolve();
    },
  };
}

async function ensureBucket(client: S3Client, bucket: string): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  }
}

const rangeHeader = (range?: ByteRange): string | undefined => range && `bytes=${range.start}-${range.end}`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
