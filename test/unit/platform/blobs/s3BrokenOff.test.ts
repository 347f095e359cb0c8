import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { abortBrokenOff } from '../../../../src/platform/blobs/s3BrokenOff.js';

/** What there is, one upload of each key. */
let uploads: string[];
/** Whether the server begins a page where it is told to. */
let heedsMarkers: boolean;
let pages: number;
let server: Server;
let client: S3Client;

const PAGE = 2;

beforeEach(async () => {
  [uploads, heedsMarkers, pages] = [['cases/1', 'cases/2', 'cases/3', 'theirs/1', 'theirs/2', 'theirs/3'], true, 0];
  server = createServer(({ method, url = '' }, response) => {
    const asked = new URL(url, 'http://localhost');
    const [status, body] = method === 'DELETE' ? abort(asked) : list(asked);
    response.writeHead(status).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = new S3Client({
    ...{ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, region: 'us-east-1' },
    ...{ forcePathStyle: true, credentials: { accessKeyId: 'x', secretAccessKey: 'y' } },
  });
});

afterEach(() => {
  client.destroy();
  server.close();
});

function abort({ pathname }: URL): [number] {
  uploads = uploads.filter((key) => pathname !== `/bucket/${key}`);
  return [204];
}

/** As VersityGW does: no page where the id of an upload comes with the key to begin behind. */
function list({ searchParams }: URL): [number, string] {
  pages += 1;
  const [marker, id] = [searchParams.get('key-marker') ?? '', searchParams.get('upload-id-marker')];
  if (marker !== '' && id !== null) return [400, '<Error><Code>InvalidArgument</Code><Message>No</Message></Error>'];
  const behind = uploads.filter((key) => !heedsMarkers || key > marker);
  return [200, pageOf(behind.slice(0, PAGE), behind.length > PAGE)];
}

function pageOf(keys: readonly string[], isTruncated: boolean): string {
  const each = keys.map(
    (key) =>
      `<Upload><Key>${key}</Key><UploadId>id-${key}</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>`,
  );
  const last = keys.at(-1);
  const next = `<NextKeyMarker>${last}</NextKeyMarker><NextUploadIdMarker>id-${last}</NextUploadIdMarker>`;
  const all = [`<IsTruncated>${isTruncated}</IsTruncated>`, ...(isTruncated ? [next] : []), ...each];
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`;
}

const abortOurs = (): Promise<number> =>
  abortBrokenOff(
    { client, bucket: 'bucket', serverTime: () => new Date('2026-01-03') },
    {
      ...{ olderThanMs: 24 * 3_600_000, isOurs: (key) => key.startsWith('cases/') },
      stopping: new AbortController().signal,
    },
  );

test('uploads are aborted on every page, though the last one of the page before is no more', async () => {
  expect(await abortOurs()).toBe(3);
  expect(uploads).toEqual(['theirs/1', 'theirs/2', 'theirs/3']);
});

test('a server that gives the same page for ever is not asked for ever', async () => {
  [uploads, heedsMarkers] = [['theirs/1', 'theirs/2', 'theirs/3'], false];
  expect(await abortOurs()).toBe(0);
  expect(pages).toBe(2);
});
