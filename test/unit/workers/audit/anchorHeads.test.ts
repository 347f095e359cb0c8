import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBucketAnchor } from '../../../../src/platform/anchors/bucketAnchor.js';
import { createUrlAnchor } from '../../../../src/platform/anchors/urlAnchor.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { createLog } from '../../../../src/platform/log.js';
import { anchoringMigrations, createAnchorings } from '../../../../src/projections/audit/anchorings.js';
import { anchorHead } from '../../../../src/workers/audit/anchorHeads.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

const HEAD = { tree_size: 42, root_hash: 'ab'.repeat(32), timestamp: '2026-01-01T00:00:00.000Z', signature: 's' };
const NEVER = new AbortController().signal;

let place: TestDatabase;
let database: Database;
const servers: Server[] = [];

beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 3, log: createLog('silent') });
  await migrate(database, anchoringMigrations);
});
beforeEach(() => database.knex('log_tree_anchors').delete());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

/** A place that answers like this; its address, and what it was sent. */
async function start(answer: RequestListener) {
  const received: { url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
const anchoring = (anchors: Parameters<typeof anchorHead>[0]['anchors'], head = HEAD) =>
  anchorHead(
    { anchors, anchorings: createAnchorings(database.knex), log: createLog('silent'), patienceMs: 300, pauseMs: 1 },
    head,
    NEVER,
  );
const noted = () => createAnchorings(database.knex).all();

describe('anchoring a tree head', () => {
  it('posts it as it was signed, once for each size', async () => {
    const { url, received } = await start((_request, response) => response.writeHead(204).end());
    const anchors = [createUrlAnchor(`${url}/heads?token=secret`)];
    await anchoring(anchors);
    await anchoring(anchors);
    expect(received).toMatchObject([{ method: 'POST', url: '/heads?token=secret', body: JSON.stringify(HEAD) }]);
    await anchoring(anchors, { ...HEAD, tree_size: 43 });
    expect(received).toHaveLength(2);
    expect(await noted()).toEqual([{ target: 'url', tree_size: 43, failing_s: 0, error: null }]);
  });

  it('writes it to a bucket where nobody can delete it before its time', async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
    const { url, received } = await start((_request, response) => response.writeHead(200).end());
    const until = Date.now() + 10 * 86_400_000;
    await anchoring([createBucketAnchor({ endpoint: url, region: 'eu-1', bucket: 'anchors', retentionDays: 10 })]);
    const [{ headers, ...sent }] = received as [(typeof received)[0]];
    expect(sent).toMatchObject({ method: 'PUT', body: expect.stringContaining(JSON.stringify(HEAD)) as string });
    expect(sent.url).toMatch(/^\/anchors\/tree-heads\/0000000000000042\.json/);
    expect(headers['x-amz-object-lock-mode']).toBe('COMPLIANCE');
    const locked = Date.parse(String(headers['x-amz-object-lock-retain-until-date']));
    expect(Math.abs(locked - until)).toBeLessThan(60_000);
    expect((await noted())[0]).toMatchObject({ target: 'bucket', tree_size: 42, error: null });
  });

  it('tries three times, and notes what was answered without the address', async () => {
    const { url, received } = await start((_request, response) => response.writeHead(503).end('down'));
    await anchoring([createUrlAnchor(`${url}/?token=secret`)]);
    expect(received).toHaveLength(3);
    const [one] = await noted();
    expect(one).toMatchObject({ target: 'url', tree_size: -1, error: 'it answered 503; only 2xx counts' });
  });

  it('follows no redirect, which could lead anywhere', async () => {
    const { url, received } = await start((_request, response) =>
      response.writeHead(307, { location: '/other' }).end(),
    );
    await anchoring([createUrlAnchor(url)]);
    expect(received.map((one) => one.url)).toEqual(['/', '/', '/']);
  });

  it('is held up by a place that is silent for no longer than that has time, and no other place is', async () => {
    const silent = await start(() => undefined);
    const good = await start((_request, response) => response.writeHead(200).end());
    const bucket = createBucketAnchor({ endpoint: good.url, region: 'eu-1', bucket: 'anchors', retentionDays: 1 });
    await anchoring([createUrlAnchor(silent.url), bucket]);
    expect(await noted()).toMatchObject([
      { target: 'bucket', tree_size: 42, error: null },
      { target: 'url', tree_size: -1, error: 'it did not answer in time' },
    ]);
  });

  it('is well again with the next head that is taken', async () => {
    let status = 500;
    const { url } = await start((_request, response) => response.writeHead(status).end());
    await anchoring([createUrlAnchor(url)]);
    expect((await noted())[0]?.error).not.toBeNull();
    status = 200;
    await anchoring([createUrlAnchor(url)], { ...HEAD, tree_size: 50 });
    expect(await noted()).toEqual([{ target: 'url', tree_size: 50, failing_s: 0, error: null }]);
  });
});
