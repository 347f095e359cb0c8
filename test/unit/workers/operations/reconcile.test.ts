import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import type { Message } from '../../../../src/platform/bus/bus.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { allProjections } from '../../../../src/start/features.js';
import { createExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import { createParkedWorkQueries } from '../../../../src/projections/operations/parkedWorkProjection.js';
import { createParkedWorkCommands } from '../../../../src/commands/operations/parkedWorkCommands.js';
import { reconcile } from '../../../../src/workers/operations/reconcile.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';

let core: Core;
let projector: Projector;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const START = { state: execution.initial, revision: 'no_stream' } as const;

async function acceptRun(sync: boolean): Promise<string> {
  const id = randomUUID();
  const { run, ...command } = startOf(id);
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  await core.handler.handle({ ...request, command: { ...command, run: { ...run, sync } }, known: START });
  return id;
}

async function finish(id: string): Promise<void> {
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  await core.handler.handle({ ...request, command: finishOf('ERIKSSON') });
}

async function handedOut(before: Date): Promise<{ topic: string; message: Message }[]> {
  const published: { topic: string; message: Message }[] = [];
  const deps = {
    executions: createExecutionQueries(core.readModels),
    cases: createCaseQueries(core.readModels),
    parkedWork: createParkedWorkQueries(core.readModels),
    bus: {
      publish: (topic: string, messages: readonly Message[]) => {
        published.push(...messages.map((message) => ({ topic, message })));
        return Promise.resolve();
      },
    },
    log: core.log,
  };
  await reconcile(deps, { ...anyone, causation_id: '0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11' }, before);
  return published;
}

/** Resolves when the read models show all that was done so far: reconciling goes by them. */
async function projected(): Promise<void> {
  const head = await core.eventStore.head();
  if (head !== undefined) await passed(core.database.knex, allProjections, head);
}

const soon = (): Date => new Date(Date.now() + 1_000);

describe('reconciling', () => {
  it('hands out again what was accepted and not finished, and nothing that is done, parked, waited for or new', async () => {
    const [stuck, done, parked] = [await acceptRun(false), await acceptRun(false), await acceptRun(false)];
    await acceptRun(true);
    await finish(done);
    const parkedWork = createParkedWorkCommands({ ...core, giveUp: new Map() });
    await parkedWork.park(anyone, {
      ...{ parked_id: parked, message_id: parked, topic: 'attest.executions', key: executionStream(parked) },
      ...{ type: 'PipelineRunStarted', payload: { execution_id: parked }, attempts: 10, error: 'no' },
    });
    await projected();
    const published = await handedOut(soon());
    expect(published).toMatchObject([
      {
        topic: 'attest.executions',
        message: {
          ...{ key: executionStream(stuck), type: 'PipelineRunStarted', tenant_id: 'acme' },
          payload: { execution_id: stuck },
        },
      },
    ]);
    expect(await handedOut(soon())).toEqual(published); // of one tick, whoever does it again: under the same id
    expect(await handedOut(new Date(Date.now() - 3_600_000))).toEqual([]);
  });

  it('finds all of it where there is much', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 210; n++) ids.push(await acceptRun(false));
    await projected();
    const found = (await handedOut(soon())).map(({ message }) => message.payload['execution_id']);
    expect(ids.filter((id) => !found.includes(id))).toEqual([]);
  });
});
