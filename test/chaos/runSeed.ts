import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.js';
import { askForKeysAndTypes, askForSecrets } from './ask.js';
import { createCallers, type Callers } from './callers.js';
import { commandFor, type SeedSettings } from './again.js';
import { clocksInWords, faultInWords, planClocks, planFaults, type Fault } from './faults.js';
import { askForFaceSearches, registerVisitor } from './faceCallers.js';
import { keepSets, leaveSets } from './governanceCallers.js';
import { overdueSets, runTold } from './governanceProofs.js';
import { inspect, type Inspection } from './inspection.js';
import { emptyLedger, type Ledger } from './ledger.js';
import { flood, prepareLoad, runLoad } from './load.js';
import { judge } from './proofs.js';
import { createRandom } from '../../specimens/random.js';
import type { Flood } from './rebalance.js';
import { startReceiver, type Receiver } from './receiver.js';
import { filenameOf } from './runCallers.js';
import { startChaosStack, type ChaosStack } from './stack.js';
import { issueTenantKeys } from './tenants.js';

/** What to run. */
export interface SeedOptions extends SeedSettings {
  /** Told how it goes on. */
  say: (line: string) => void;
}

/** What came of a seed. */
export interface SeedOutcome {
  /** Everything that did not hold, as sentences. */
  wrong: string[];
  /** How much was done, in a line. */
  summary: string;
  /** Where the processes wrote what they said; deleted where all held. Undefined where none was started. */
  logFolder: string | undefined;
}

/** How long work may take to come to its end once nothing breaks any more. */
const SETTLE_MS = 300_000;

/** A stack at work, and what callers were told by it. */
interface Trial extends SeedOptions {
  stack: ChaosStack;
  receiver: Receiver;
  ledger: Ledger;
  /** When it began. */
  from: Date;
  /** What did not hold so far, as sentences. */
  wrong: string[];
}

/**
 * Breaks a stack as the seed says while it works, lets it settle, and holds what is there against what callers were told.
 * Never rejects: what broke it off is among what did not hold.
 */
export async function runSeed(options: SeedOptions): Promise<SeedOutcome> {
  const { seed, say } = options;
  say(`seed ${seed}: ${commandFor(options)}`);
  const [from, clocks] = [new Date(), planClocks(createRandom(-seed), seed)];
  say(`seed ${seed}: ${clocksInWords(clocks)}`);
  const receiver = await startReceiver();
  try {
    const stack = await startChaosStack(options, { receiverPort: receiver.port, clocks });
    const trial: Trial = { ...options, from, stack, receiver, ledger: emptyLedger(), wrong: [] };
    const summary = await breakAndJudge(trial).catch((error: unknown) => {
      trial.wrong.push(`it broke off: ${messageOf(error)}`);
      return 'not everything could be judged';
    });
    await stack.close();
    const wrong = [...trial.wrong, ...trial.ledger.complaints, ...stack.misbehaved];
    if (wrong.length === 0) await stack.remove();
    return { wrong, summary, logFolder: stack.logFolder };
  } catch (error) {
    const wrong = [`it could not be started, or not be ended: ${messageOf(error)}`];
    return { wrong, summary: 'nothing could be judged', logFolder: undefined };
  } finally {
    receiver.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** How much was done, in a line; what did not hold is in the trial. */
async function breakAndJudge(trial: Trial): Promise<string> {
  const { stack, ledger, seed, runs } = trial;
  const random = createRandom(seed);
  const callers = createCallers({ apis: () => stack.apis(), random, ledger });
  const faults = planFaults(createRandom(seed), runs, stack.kinds);
  const { firstKey, receiverUrl } = stack;
  const tenantKeys = await issueTenantKeys({ callers, firstKey });
  const deps = { callers, ledger, random, firstKey, tenantKeys, receiverUrl, looksForFaces: true };
  await prepareLoad(deps);
  await keepSets(deps);
  await registerVisitor(deps);
  let [ended, suffered] = [0, false];
  await Promise.all([
    // Callers go on until all has broken that is to break: no fault finds the stack at rest.
    runLoad(deps, { isWanted: (number) => number <= runs || !suffered, onRunEnded: () => ended++ }),
    sufferAll(trial, faults, { ended: () => ended, flood: (count) => flood(deps, count) }).finally(
      () => (suffered = true),
    ),
  ]);
  await stack.allReady();
  trial.wrong.push(...(await stack.complaints()));
  trial.say(`seed ${seed}: ${ended} runs asked for, ${faults.length} faults; settling`);
  const inspection = await inspect(stack);
  try {
    return await settleAndJudge(trial, inspection, callers);
  } finally {
    await inspection.close();
  }
}

async function settleAndJudge(trial: Trial, inspection: Inspection, callers: Callers): Promise<string> {
  const { stack, ledger, receiver, from, wrong } = trial;
  const asking = { callers, ledger, firstKey: stack.firstKey };
  if (!(await settle(inspection, ledger, receiver))) wrong.push('work did not come to its end');
  wrong.push(...(await askForKeysAndTypes(asking)));
  const secrets = await askForSecrets(asking);
  const faceSearches = await askForFaceSearches(asking);
  const overdue = await untilNone(async () => [
    ...(await inspection.overdueSchedules()),
    ...overdueSets({ ledger }, await inspection.governanceRuns(), new Date()),
  ]);
  await leaveSets(asking);
  if (!(await settle(inspection, ledger, receiver))) wrong.push('governance runs did not come to their end');
  await inspection.sweep();
  await stack.endRoles(['api', 'relay', 'worker']);
  await until(async () => (await inspection.isProjected()) || undefined, SETTLE_MS);
  await stack.endRoles(['projector']);
  const erasures = await inspection.erasures();
  await inspection.sweepFiles();
  const evidence = {
    ...{ ledger, secrets, received: receiver.received, overdue, logFolder: stack.logFolder, from, to: new Date() },
    history: await inspection.history(),
    executions: await inspection.executions(),
    cases: await inspection.cases(),
    governed: await inspection.governed(),
    faceSearches,
    faceSearchIds: await inspection.faceSearchIds(),
    erasures,
    hashOfFile: inspection.hashOfFile,
  };
  wrong.push(...(await judge(evidence)), ...(await inspection.differencesOfSearch()));
  wrong.push(...(await inspection.differencesAfterRebuild()));
  const { history, executions, cases, received } = evidence;
  const answers = [...ledger.answers].sort().map(([status, count]) => `${status}: ${count}`);
  const erased = cases.filter((one) => one.erased).length;
  const done = `${history.length} events, ${executions.length} executions, ${cases.length} cases, ${erased} of them erased, ${ledger.triggers.length} governance runs by hand, ${ledger.faceSearches.length} searches for faces, ${received.length} webhooks`;
  return `${done}, ${ledger.types.length} types, ${ledger.keys.length} keys; answers ${answers.join(', ')}`;
}

/** How long workers may take to run what was due while they were cut off: the number of one that was cut off counts for ten seconds, and they look every second. */
const OVERDUE_MS = 30_000;

/** What there is still in the end, though it was waited for. */
async function untilNone(ask: () => Promise<string[]>): Promise<string[]> {
  const deadline = performance.now() + OVERDUE_MS;
  for (;;) {
    const left = await ask();
    if (left.length === 0 || performance.now() > deadline) return left;
    await sleep(500);
  }
}

async function sufferAll(
  { stack, say, seed }: Trial,
  faults: readonly Fault[],
  { ended, flood }: { ended: () => number; flood: Flood },
): Promise<void> {
  for (const fault of faults) {
    while (ended() < fault.afterRuns) await sleep(20);
    await sleep(fault.delayMs);
    say(`seed ${seed}: after ${ended()} runs ${faultInWords(fault, (each) => stack.network.describe(each))}`);
    await stack.suffer(fault, flood);
  }
}

/** True when all accepted work has ended, all that was to be erased is, and all webhooks have come, in time. */
async function settle(inspection: Inspection, ledger: Ledger, receiver: Receiver): Promise<boolean> {
  const withWebhook = new Set(ledger.runs.filter(({ webhook }) => webhook).map(filenameOf));
  const isSettled = async (): Promise<boolean> => {
    if (!(await inspection.isProjected())) return false;
    const [executions, cases] = [await inspection.executions(), await inspection.cases()];
    const runsEnded = executions.every(
      ({ execution_id, input_filename, status, sync }) =>
        (sync || status !== 'running') && (!withWebhook.has(input_filename ?? '') || receiver.has(execution_id)),
    );
    const isRead = cases.every(
      ({ unread, replay_of, comparison, erased }) => erased || (unread === 0 && (!replay_of || comparison)),
    );
    const told = new Set(receiver.received.filter(({ id }) => receiver.has(id)).map(runTold));
    const governed = (await inspection.governanceRuns()).every(
      ({ status, run_id }) => status !== 'running' && told.has(run_id),
    );
    return (
      runsEnded &&
      isRead &&
      governed &&
      (await inspection.isAllWorkTold()) &&
      (await inspection.unfinishedErasures()) === 0
    );
  };
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    if (await isSettled()) return true;
    await sleep(1_000);
  }
  return false;
}
