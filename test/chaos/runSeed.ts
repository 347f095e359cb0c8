import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.js';
import { askForKeysAndTypes, askForSecrets } from './ask.js';
import { createCallers, type Callers } from './callers.js';
import { planFaults, type Fault } from './faults.js';
import { inspect, type Inspection } from './inspection.js';
import { emptyLedger, type Ledger } from './ledger.js';
import { filenameOf, runLoad } from './load.js';
import { judge } from './proofs.js';
import { createRandom } from './random.js';
import { startReceiver, type Receiver } from './receiver.js';
import { startChaosStack, type ChaosStack } from './stack.js';

/** What to run. */
export interface SeedOptions {
  seed: number;
  runs: number;
  /** On the bus of Kafka instead of the one in Postgres. */
  kafka: boolean;
  /** Told how it goes on. */
  say: (line: string) => void;
}

/** What came of a seed. */
export interface SeedOutcome {
  /** Everything that did not hold, as sentences. */
  wrong: string[];
  /** How much was done, in a line. */
  summary: string;
  /** Where the processes wrote what they said; deleted where all held. */
  logFolder: string;
}

/** How long work may take to come to its end once nothing breaks any more. */
const SETTLE_MS = 300_000;

/** A stack at work, and what callers were told by it. */
interface Trial extends SeedOptions {
  stack: ChaosStack;
  receiver: Receiver;
  ledger: Ledger;
}

/** Breaks a stack as the seed says while it works, lets it settle, and holds what is there against what callers were told. */
export async function runSeed(options: SeedOptions): Promise<SeedOutcome> {
  const receiver = await startReceiver();
  try {
    const stack = await startChaosStack({ kafka: options.kafka });
    const trial: Trial = { ...options, stack, receiver, ledger: emptyLedger() };
    const outcome = await breakAndJudge(trial)
      .catch((error: unknown) => ({
        wrong: [`it broke off: ${messageOf(error)}`, ...stack.misbehaved, ...trial.ledger.complaints],
        summary: 'nothing could be judged',
      }))
      .finally(() => stack.close());
    if (outcome.wrong.length === 0) await stack.remove();
    return { ...outcome, logFolder: stack.logFolder };
  } finally {
    receiver.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function breakAndJudge(trial: Trial): Promise<Pick<SeedOutcome, 'wrong' | 'summary'>> {
  const { stack, ledger, receiver, seed, runs } = trial;
  const random = createRandom(seed);
  const callers = createCallers({ apis: () => stack.apis(), random, ledger });
  const faults = planFaults(createRandom(seed), runs, stack.targets);
  const deps = { callers, ledger, random, firstKey: stack.firstKey, receiverUrl: receiver.url };
  let ended = 0;
  await Promise.all([
    runLoad(deps, runs, () => ended++),
    sufferAll(
      trial,
      faults,
      () => ended,
      () => ended >= runs,
    ),
  ]);
  await stack.allReady();
  trial.say(`seed ${seed}: ${runs} runs asked for, ${faults.length} faults; settling`);
  const inspection = await inspect(stack);
  try {
    return await settleAndJudge(trial, inspection, callers);
  } finally {
    await inspection.close();
  }
}

async function settleAndJudge(
  { stack, ledger, receiver }: Trial,
  inspection: Inspection,
  callers: Callers,
): Promise<Pick<SeedOutcome, 'wrong' | 'summary'>> {
  const asking = { callers, ledger, firstKey: stack.firstKey };
  const settled = await settle(inspection, ledger, receiver);
  const wrong = [...(settled ? [] : ['work did not come to its end']), ...(await askForKeysAndTypes(asking))];
  const secrets = await askForSecrets(asking);
  await inspection.sweep();
  await stack.endRoles(['api', 'relay', 'worker']);
  await until(async () => (await inspection.isProjected()) || undefined, SETTLE_MS);
  await stack.endRoles(['projector']);
  const evidence = {
    ...{ ledger, secrets, received: receiver.received },
    history: await inspection.history(),
    executions: await inspection.executions(),
    cases: await inspection.cases(),
    hashOfFile: inspection.hashOfFile,
  };
  wrong.push(...(await judge(evidence)));
  wrong.push(...(await inspection.differencesAfterRebuild()), ...ledger.complaints, ...stack.misbehaved);
  const { history, executions, cases, received } = evidence;
  const answers = [...ledger.answers].sort().map(([status, count]) => `${status}: ${count}`);
  const done = `${history.length} events, ${executions.length} executions, ${cases.length} cases, ${received.length} webhooks`;
  const summary = `${done}, ${ledger.types.length} types, ${ledger.keys.length} keys; answers ${answers.join(', ')}`;
  return { wrong, summary };
}

async function sufferAll(
  { stack, say, seed }: Trial,
  faults: readonly Fault[],
  ended: () => number,
  over: () => boolean,
): Promise<void> {
  for (const fault of faults) {
    while (ended() < fault.afterRuns && !over()) await sleep(20);
    await sleep(fault.delayMs);
    say(`seed ${seed}: ${fault.signal} to ${fault.target} after ${ended()} runs, away for ${fault.downMs} ms`);
    await stack.suffer(fault);
  }
}

/** True when all accepted work has ended and all webhooks have come, in time. */
async function settle(inspection: Inspection, ledger: Ledger, receiver: Receiver): Promise<boolean> {
  const withWebhook = new Set(ledger.runs.filter(({ webhook }) => webhook).map(filenameOf));
  const isSettled = async (): Promise<boolean> => {
    if (!(await inspection.isProjected())) return false;
    const [executions, cases] = [await inspection.executions(), await inspection.cases()];
    const runsEnded = executions.every(
      ({ execution_id, input_filename, status, sync }) =>
        (sync || status !== 'running') && (!withWebhook.has(input_filename ?? '') || receiver.has(execution_id)),
    );
    const isRead = cases.every(({ unread, replay_of, comparison }) => unread === 0 && (!replay_of || comparison));
    return runsEnded && isRead;
  };
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    if (await isSettled()) return true;
    await sleep(1_000);
  }
  return false;
}
