import { afterAll, beforeAll, expect, it } from 'vitest';
import { leadWhenElected } from '../../../src/platform/database/leadership.js';
import { createLog } from '../../../src/platform/log.js';
import { startTcpProxy, type TcpProxy } from '../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';

let database: TestDatabase;
let network: TcpProxy;
let proxied: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${network.port}`;
  proxied = url.href;
});
afterAll(async () => {
  await network.close();
  await database.drop();
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

it('another leads when the host of the leader has vanished, and the leader has ended by then', async () => {
  const log = createLog('silent');
  const stopping = new AbortController();
  const said: string[] = [];
  const lead = (name: string, url: string): { leads: Promise<void>; ended: Promise<void> } => {
    let begin: () => void;
    const leads = new Promise<void>((resolve) => (begin = resolve));
    const ended = leadWhenElected({ url, log }, 'test', stopping.signal, async (signal) => {
      said.push(`${name} leads`);
      begin();
      await aborted(signal);
      said.push(`${name} has ended`);
    });
    return { leads, ended };
  };
  const first = lead('the first', proxied);
  await first.leads;
  const second = lead('the second', database.url);
  network.vanish('newToo');
  await second.leads;
  expect(said).toEqual(['the first leads', 'the first has ended', 'the second leads']);
  stopping.abort();
  network.cut();
  await Promise.all([first.ended, second.ended]);
});
