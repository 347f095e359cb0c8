import { describe } from 'vitest';
import { createS3Blobs } from '../../src/platform/blobs/s3Blobs.js';
import { describeBlobs } from './blobs.js';

/** Runs against a real server, where one is given: `.ci/run` starts one. */
const endpoint = process.env['S3_ENDPOINT'];

describe.runIf(endpoint)('with S3_ENDPOINT', () => {
  describeBlobs('S3', () =>
    createS3Blobs({ endpoint: endpoint ?? '', bucket: 'attest-contract', region: 'us-east-1' }),
  );
});
