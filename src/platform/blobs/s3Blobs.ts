import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BlobAdapter } from './blobAdapter.js';
import { BlobNotFound, type BlobPage, type ByteRange } from './blobStore.js';
import { abortBrokenOff } from './s3BrokenOff.js';

/** The least that S3 takes of a part which is not the last: what is on its way is in memory. */
const PART_BYTES = 5 * 1024 * 1024;

/** Parts that are sent at once; one more is gathered meanwhile. */
const PARTS_AT_ONCE = 1;

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
  const serverTime = clockOf(client);
  await ensureBucket(client, bucket);

  return {
    kind: 's3',
    memoryOfPut: (PARTS_AT_ONCE + 1) * PART_BYTES,
    async put(key, content) {
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: content },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
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

    list: () => listObjects(client, bucket, serverTime),
    removeBrokenOff: (which) => abortBrokenOff({ client, bucket, serverTime }, which),

    async ping() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    assertRoom: () => Promise.resolve(), // a bucket does not say

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

async function* listObjects(client: S3Client, bucket: string, serverTime: () => Date): AsyncGenerator<BlobPage> {
  for (let after: string | undefined; ;) {
    const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: after }));
    const blobs = (listed.Contents ?? []).flatMap(({ Key: key, LastModified: storedAt }) =>
      key !== undefined && storedAt ? [{ key, storedAt }] : [],
    );
    if (blobs.length > 0) yield { asOf: serverTime(), blobs };
    after = listed.NextContinuationToken;
    if (after === undefined) return;
  }
}

/** The clock of the server, which says in its answers what time it is: what it stores is dated by that. */
function clockOf(client: S3Client): () => Date {
  let ahead = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { headers } = result.response as { headers: Record<string, string | undefined> };
      const said = Date.parse(headers['date'] ?? '');
      if (!Number.isNaN(said)) ahead = said - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'clockOfServer', priority: 'low' },
  );
  return () => new Date(Date.now() + ahead);
}

const rangeHeader = (range?: ByteRange): string | undefined => range && `bytes=${range.start}-${range.end}`;

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
