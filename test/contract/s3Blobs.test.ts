import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { afterAll, describe, expect, it } from 'vitest';
import { createS3Blobs } from '../../src/platform/blobs/s3Blobs.js';
import { ANY, describeBlobs } from './blobs.js';

/** Runs against a real server, where one is given: `.ci/run` starts one. */
const endpoint = process.env['S3_ENDPOINT'];
const [bucket, region] = ['attest-contract', 'us-east-1'];
const open = () => createS3Blobs({ endpoint: endpoint ?? '', bucket, region });

describe.runIf(endpoint)('with S3_ENDPOINT', () => {
  const client = new S3Client({ endpoint: endpoint ?? '', region, forcePathStyle: true });
  afterAll(() => client.destroy());

  const begin = async (Key: string): Promise<string | undefined> =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }))).UploadId;
  const begun = async (): Promise<string[]> => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
    return Uploads.map(({ Key = '' }) => Key);
  };

  describeBlobs('S3', {
    open,
    async breakOff(key) {
      const upload = { Bucket: bucket, Key: key, UploadId: await begin(key) };
      await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: Buffer.alloc(1_000) }));
    },
    brokenOff: async () => (await begun()).length,
  });

  it('aborts no upload of a key that is not of this service', async () => {
    const adapter = await open();
    await begin('theirs/backup');
    await begin('cases/1/documents/2');
    const isOurs = (key: string): boolean => key.startsWith('cases/');
    expect(await adapter.removeBrokenOff({ ...ANY, isOurs })).toBe(1);
    expect(await begun()).toEqual(['theirs/backup']);
    expect(await adapter.removeBrokenOff(ANY)).toBe(1);
    await adapter.close();
  });

  it('aborts more uploads than fit on one page', async () => {
    const adapter = await open();
    await pLimit(20).map(
      Array.from({ length: 1_010 }, (_, index) => `cases/${index}`),
      begin,
    );
    expect(await adapter.removeBrokenOff(ANY)).toBe(1_010);
    expect(await begun()).toEqual([]);
    await adapter.close();
  });
});
