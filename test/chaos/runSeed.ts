import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution } from '../../src/domain/execution.js';
import { executionsProjection } from '../../src/projections/executions.js';
import { until } from '../support/until.js';
import { rowsOf } from '../support/readModels.js';
import { askForKeysAndTypes, askForSecrets } from './ask.js';
import { createCallers } from './callers.js';
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
  /** Where the processes wrote what they said. */
  logFolder: string;
}

/** How long work may take to come to its end once nothing breaks any more. */
const SETTLE_MS = 240_000;

/** Breaks a stack as the seed says while it works, lets it settle, and holds what is there against what callers were told. */
export async function runSeed({ seed, runs, kafka, say }: SeedOptions): Promise<SeedOutcome> {
  const random = createRandom(seed);
  const receiver = await startReceiver();
  const stack = await startChaosStack({ kafka });
  const ledger = emptyLedger();
  try {
    const { firstKey } = stack;
    const callers = createCallers({ apis: () => stack.apis(), random, ledger });
    const faults = planFaults(createRandom(seed), runs, stack.targets);
    let ended = 0;
    const load = runLoad({ callers, ledger, random, firstKey, receiverUrl: receiver.url }, runs, () => ended++);
    await Promise.all([
      load,
      sufferAll(
        { stack, faults, say, seed },
        () => ended,
        () => ended >= runs,
      ),
    ]);
    await stack.allReady();
    say(`seed ${seed}: ${runs} runs asked for, ${faults.length} faults; settling`);
    const asking = { callers, ledger, firstKey };
    const inspection = await inspect(stack);
    try {
      const settled = await settle(inspection, ledger, receiver);
      const wrong = [...(settled ? [] : ['work did not come to its end']), ...(await askForKeysAndTypes(asking))];
      const secrets = await askForSecrets(asking);
      await inspection.sweep();
      await stack.endRoles(['api', 'relay', 'worker']);
      await until(async () => (await inspection.isProjected()) || undefined, 60_000);
      await stack.endRoles(['projector']);
      const evidence = { ledger, secrets, received: receiver.received };
      const history = await inspection.history();
      const executions = await executionsOf(inspection);
      wrong.push(...judge({ ...evidence, history, executions }));
      wrong.push(...(await inspection.differencesAfterRebuild()), ...ledger.complaints, ...stack.misbehaved);
      const answers = [...ledger.answers].sort().map(([status, count]) => `${status}: ${count}`);
      const summary = `${history.length} events, ${executions.length} executions, ${receiver.received.length} webhooks, ${ledger.types.length} types, ${ledger.keys.length} keys; answers ${answers.join(', ')}`;
      return { wrong, summary, logFolder: stack.logFolder };
    } finally {
      await inspection.close();
    }
  } finally {
    await stack.close();
    receiver.close();
  }
}

const executionsOf = async ({ database }: Inspection): Promise<Execution[]> =>
  (await rowsOf(database.knex, executionsProjection)) as Execution[];

interface Suffering {
  stack: ChaosStack;
  faults: readonly Fault[];
  say: SeedOptions['say'];
  seed: number;
}

async function sufferAll(
  { stack, faults, say, seed }: Suffering,
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

/** True when all accepted runs have ended and all webhooks have come, in time. */
async function settle(inspection: Inspection, ledger: Ledger, receiver: Receiver): Promise<boolean> {
  const withWebhook = new Set(ledger.runs.filter(({ webhook }) => webhook).map(filenameOf));
  const isSettled = async (): Promise<boolean> => {
    if (!(await inspection.isProjected())) return false;
    const executions = await executionsOf(inspection);
    return executions.every(
      ({ execution_id, input_filename, status, sync }) =>
        (sync || status !== 'running') && (!withWebhook.has(input_filename ?? '') || receiver.has(execution_id)),
    );
  };
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline) {
    if (await isSettled()) return true;
    await sleep(1_000);
  }
  return false;
}
