import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/database/openDatabase.js';
import { createLog } from '../../src/platform/log.js';
import { startMain } from '../acceptance/support/mainProcess.js';
import { createCallers } from '../chaos/callers.js';
import { emptyLedger, type Ledger } from '../chaos/ledger.js';
import { prepareLoad, runLoad } from '../chaos/load.js';
import { createRandom } from '../../specimens/random.js';
import { startReceiver } from '../chaos/receiver.js';
import { issueTenantKeys } from '../chaos/tenants.js';
import { atRest, beforeLoad, queuesOf } from './atRest.js';
import { countingKeyed } from './countingKeyed.js';
import { explanationOf, failedRuns } from './explanation.js';
import { growthInWords, growthOf, judgeGrowth, type Sample } from './judgeGrowth.js';
import { judgeRemains, type Before } from './judgeRemains.js';
import { runOtherLoad } from './otherLoad.js';
import { metricsOf, sample, type Measured } from './sample.js';

/** What to run. */
export interface SoakOptions {
  minutes: number;
  /** Told how it goes on, once a minute, and what was found in the end. */
  say: (line: string) => void;
}

/** A service at work, and who works it. */
interface Soak extends Measured, SoakOptions {
  /** A key of the platform. */
  firstKey: string;
  /** Where outcomes are to be sent. */
  receiverUrl: string;
}

/** What has a service collect its garbage before it is measured. */
const COLLECT = new URL('collectOnSignal.mjs', import.meta.url).href;
/** As `startMain` starts it. */
const ENGINE_PROCESSES = 1;
/** Samples are taken so often in all, at least. */
const SAMPLES = 48;
/** Longest between two of them. */
const SAMPLE_MS = 5_000;
/** How long everything that was asked for may take to end once the load has stopped. */
const SETTLE_MS = 60_000;
/** Longer than connections of callers and of the pool stay open without use. */
const REST_MS = 8_000;

/**
 * Works a service as users start it, for so long, with all that callers ask of it, and holds what it has grown by, and what is left of
 * the load, against what explains it. What did not hold, as sentences.
 */
export async function runSoak({ minutes, say }: SoakOptions): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-soak-'));
  await chmod(folder, 0o711);
  const [dataDir, tmpDir] = [join(folder, 'data'), join(folder, 'tmp')];
  for (const path of [dataDir, tmpDir]) await mkdir(path, { mode: 0o711 });
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const receiver = await startReceiver();
  const service = startMain({
    ...{ DATA_DIR: dataDir, TMPDIR: tmpDir, BOOTSTRAP_API_KEY: firstKey, RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '1', NODE_OPTIONS: `--import ${COLLECT}` },
  });
  try {
    const url = await service.url();
    const log = createLog('error');
    const database = await openDatabase({ databaseUrl: undefined, databasePool: 2, dataDir }, log, { join: true });
    try {
      const measured = { url, pid: service.child.pid ?? 0, dataDir, tmpDir, knex: database.knex };
      const receiverUrl = `http://127.0.0.1:${receiver.port}/`;
      return await workAndJudge({ ...measured, minutes, say, firstKey, receiverUrl });
    } finally {
      await database.close();
    }
  } finally {
    service.child.kill('SIGTERM');
    await service.exit();
    receiver.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function workAndJudge(soak: Soak): Promise<string[]> {
  const { minutes, say, url, firstKey, knex } = soak;
  const [random, ledger] = [createRandom(Date.now()), emptyLedger()];
  const { callers, keyed } = countingKeyed(createCallers({ apis: () => [url], random, ledger }));
  const tenantKeys = await issueTenantKeys({ callers, firstKey });
  const deps = { ...soak, tenantKeys, callers, random, ledger, tidiesUp: true };
  const { before, known } = await beforeLoad(soak);
  await prepareLoad(deps);
  const deadline = Date.now() + minutes * 60_000;
  const isWanted = (): boolean => Date.now() < deadline;
  const [samples] = await Promise.all([
    takeSamples(soak, deadline),
    runLoad(deps, { isWanted, onRunEnded: () => undefined }),
    runOtherLoad({ ...deps, isWanted }),
  ]);
  const late = await settle(soak);
  await sleep(REST_MS);
  const requests = [...ledger.answers.values()].reduce((sum, count) => sum + count, 0);
  const asked = { keyedRequests: keyed(), requestsPerMinute: requests / minutes };
  const after = await atRest(soak, known);
  const explanation = await explanationOf(knex, asked);
  const evidence = {
    before,
    after,
    explanation,
    failedRuns: await failedRuns(knex),
    engineProcesses: ENGINE_PROCESSES,
  };
  const answers = [...ledger.answers].sort().map(([status, count]) => `${status}: ${count}`);
  say(`${requests} requests, answered ${answers.join(', ')}`);
  for (const growth of growthOf(samples)) say(growthInWords(growth));
  say(`at rest: ${inRest(before)} before, ${inRest(after)} after`);
  return [...late, ...ledger.complaints, ...unanswered(ledger), ...judgeGrowth(samples), ...judgeRemains(evidence)];
}

/** Nothing is broken, and no limit is reached: what was put off, or not answered, as sentences. */
const unanswered = ({ answers, unanswered: each }: Ledger): string[] => [
  ...[...answers].flatMap(([status, count]) =>
    status === 'none' || status === '429' || Number(status) >= 500 ? [`${count} requests were answered ${status}`] : [],
  ),
  ...each,
];

const inRest = ({ openFiles, threads, connections }: Before): string =>
  `${openFiles} files open, ${threads} threads, ${connections} connections`;

async function takeSamples(soak: Soak, deadline: number): Promise<Sample[]> {
  const every = Math.min(SAMPLE_MS, (soak.minutes * 60_000) / SAMPLES);
  const samples: Sample[] = [];
  let said = Date.now();
  while (Date.now() < deadline) {
    await sleep(every);
    const taken = await sample(soak);
    samples.push(taken);
    if (Date.now() - said < 60_000) continue;
    said += 60_000;
    soak.say(inWords(taken));
  }
  return samples;
}

const MIB = 1024 ** 2;
const inMib = (bytes: number): number => Math.round(bytes / MIB);
const inWords = ({ resident, heap, engineResident, openFiles, threads, connections, ...done }: Sample): string =>
  `${done.requests} requests, ${done.events} events; ${inMib(resident)} MiB resident, ${inMib(heap)} of the heap, ${inMib(engineResident)} in the engine; ` +
  `${openFiles} files open, ${threads} threads, ${connections} connections`;

/** Waits until nothing is left to be done; what is not done in time, as a sentence. */
async function settle({ knex, url }: Soak): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(500)) {
    const all = [...Object.entries(await queuesOf(knex)), ...(await metricsOf(url)).series('attest_unfinished_work')];
    const waiting = all.filter(([, count]) => count > 0);
    if (waiting.length === 0) return [];
    if (Date.now() > deadline)
      return [`work did not come to its end: ${waiting.map(([queue, count]) => `${count} ${queue}`).join(', ')}`];
  }
}
