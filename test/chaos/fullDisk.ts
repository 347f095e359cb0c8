import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { startMain } from '../acceptance/support/mainProcess.js';
import type { SmallDisk } from '../support/smallDisk.js';
import { until } from '../support/until.js';
import { createCallers, type Callers } from './callers.js';
import { emptyLedger, type Ledger } from './ledger.js';
import { prepareLoad, runLoad } from './load.js';
import { createRandom } from '../../specimens/random.js';
import { startReceiver } from './receiver.js';
import { issueTenantKeys, STRANGER } from './tenants.js';

/** How long callers go on while there is no room, and once there is again. */
const FULL_MS = 15_000;
const AFTERWARDS_MS = 8_000;
/** How long the service may take to say that something is wrong, and until all is well again. */
const SAYS_MS = 30_000;
const WELL_MS = 120_000;
/** How long runs may take to end once there is room. */
const END_MS = 180_000;

/**
 * Fills the disk under a service with an embedded Postgres, while callers work, and gives the room back: what they were told holds, it
 * is said that something is wrong, and all is well again without a start. What did not hold, as sentences.
 */
export async function fillDisk(disk: SmallDisk): Promise<{ wrong: string[]; said: string }> {
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const receiver = await startReceiver();
  const service = startMain({
    ...{ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: firstKey, RATE_LIMIT: '1000000', LOG_LEVEL: 'info' },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '0.5' },
  });
  const [random, ledger] = [createRandom(1), emptyLedger()];
  try {
    const url = await service.url();
    const callers = createCallers({ apis: () => [url], random, ledger });
    const tenantKeys = await issueTenantKeys({ callers, firstKey });
    const deps = { callers, ledger, random, firstKey, tenantKeys, receiverUrl: `http://127.0.0.1:${receiver.port}/` };
    await prepareLoad(deps);
    let ended = 0;
    let isOver = false;
    const suffer = async (): Promise<void> => {
      await until(() => ended > 20 || undefined, SAYS_MS * 4);
      await disk.fill();
      await until(async () => (await complaintOf(url)) !== '' || undefined, SAYS_MS);
      await sleep(FULL_MS);
      await disk.free();
      await until(async () => (await complaintOf(url)) === '' || undefined, WELL_MS);
      await sleep(AFTERWARDS_MS);
    };
    await Promise.all([
      runLoad(deps, { isWanted: () => !isOver, onRunEnded: () => ended++ }),
      suffer()
        .catch(async (error: unknown) => {
          ledger.complaints.push(`it broke off: ${error instanceof Error ? error.message : String(error)}`);
          await disk.free();
        })
        .finally(() => (isOver = true)),
    ]);
    const wrong = await lostRuns(callers, ledger, firstKey);
    if (service.child.exitCode !== null) wrong.push('the service has ended');
    return { wrong: [...wrong, ...ledger.complaints], said: service.stdout() + service.stderr() };
  } finally {
    service.child.kill('SIGTERM');
    await service.exit();
    receiver.close();
  }
}

/** What is wrong with the service, as it says itself; empty where all is well. */
async function complaintOf(url: string): Promise<string> {
  try {
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) });
    const { detail } = (await health.json()) as { detail?: string };
    return health.ok ? '' : String(detail);
  } catch {
    return 'its probes do not answer';
  }
}

/** Runs that were accepted, and are not there or do not end as they should. */
async function lostRuns(callers: Callers, { runs, cases }: Ledger, as: string): Promise<string[]> {
  const wrong: string[] = [];
  const deadline = Date.now() + END_MS;
  for (const { number, tenant, execution_id } of runs) {
    if (execution_id === undefined) continue;
    const end = tenant === STRANGER ? 'failed' : 'completed';
    for (;;) {
      const read = await callers.untilAnswered({ method: 'GET', path: `/v1/pipeline/executions/${execution_id}`, as });
      if (read.body['status'] === end) break;
      if (read.status !== 200 || read.body['status'] !== 'running' || Date.now() > deadline) {
        wrong.push(`run ${number} was accepted, and is ${read.status} ${JSON.stringify(read.body).slice(0, 300)}`);
        break;
      }
      await sleep(500);
    }
  }
  for (const { number, session_id, uploads, erased } of cases) {
    if (session_id === undefined) continue;
    const { status, body } = await callers.untilAnswered({ method: 'GET', path: `/v1/cases/${session_id}`, as });
    const there = new Set((body['documents'] as { doc_id: string }[] | undefined)?.map(({ doc_id }) => doc_id));
    if (erased !== (body['erased_at'] !== undefined)) wrong.push(`case ${number}, erased: ${erased}, is not so`);
    if (status !== 200 || uploads.some(({ doc_id }) => doc_id !== undefined && !there.has(doc_id)))
      wrong.push(`case ${number} is not as it was said: ${status}`);
  }
  return wrong;
}
