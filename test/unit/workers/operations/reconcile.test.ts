import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import type { Commands } from '../../../../src/commands/core/commands.js';
import type { CommandContext } from '../../../../src/commands/core/context.js';
import { createWebhookCommands } from '../../../../src/commands/webhooks/webhookCommands.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { agentContextId } from '../../../../src/domain/executions/agentRun.js';
import { webhookDeliveryStream } from '../../../../src/domain/webhooks/index.js';
import type { Message } from '../../../../src/platform/bus/bus.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { allProjections } from '../../../../src/start/features.js';
import { createExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import { createParkedWorkQueries } from '../../../../src/projections/operations/parkedWorkProjection.js';
import { createParkedWorkCommands } from '../../../../src/commands/operations/parkedWorkCommands.js';
import { reconcile } from '../../../../src/workers/operations/reconcile.js';
import { endedWork } from '../../../../src/workers/webhooks/endedWork.js';
import { createWebhookDeliveryQueries } from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { nine, opening } from '../../../support/caseStory.js';
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

async function acceptRun(
  sync: boolean,
  webhook_url: string | null = null,
  context: CommandContext = anyone,
): Promise<string> {
  const id = randomUUID();
  const { run, ...command } = startOf(id);
  const request = { stream: executionStream(id), decider: execution, context };
  await core.handler.handle({ ...request, command: { ...command, run: { ...run, sync, webhook_url } }, known: START });
  return id;
}

async function acceptAgentRun(): Promise<string> {
  const id = randomUUID();
  const { run } = startOf(id);
  const { tenant_id, context_display_name, input, input_filename, input_mime_type, started_at } = run;
  const agentRun = {
    ...{ execution_id: id, tenant_id, context_id: agentContextId('onboarding'), context_display_name },
    ...{ agent: opening.agent, input, input_filename, input_mime_type, documents: [], filenames: null },
    ...{ sync: false, webhook_url: null, started_at },
  };
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  await core.handler.handle({ ...request, command: { type: 'start_agent_run', run: agentRun }, known: START });
  return id;
}

async function requestReplay(): Promise<string> {
  const session_id = randomUUID();
  const replay = { of: 's0', documents: [] };
  const command: CaseCommand = { type: 'open', opening: { ...opening, session_id, replay }, at: nine };
  const request = { stream: caseStream(session_id), decider: caseRules, context: anyone };
  await core.handler.handle({ ...request, command, known: { state: caseRules.initial, revision: 'no_stream' } });
  return session_id;
}

async function finish(id: string): Promise<void> {
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  await core.handler.handle({ ...request, command: finishOf('ERIKSSON') });
}

async function handedOut(
  before: Date,
  inTable: readonly string[] = [],
): Promise<{ topic: string; message: Message }[]> {
  const published: { topic: string; message: Message }[] = [];
  const deps = {
    executions: createExecutionQueries(core.readModels),
    cases: createCaseQueries(core.readModels),
    parkedWork: createParkedWorkQueries(core.readModels),
    webhookDeliveries: createWebhookDeliveryQueries(core.readModels),
    bus: {
      publish: (topic: string, messages: readonly Message[]) => {
        published.push(...messages.map((message) => ({ topic, message })));
        return Promise.resolve();
      },
    },
    notInTable: <Work extends { key: string }>(works: readonly Work[]) =>
      Promise.resolve(works.filter(({ key }) => !inTable.includes(key))),
    log: core.log,
  };
  await reconcile(deps, { ...anyone, causation_id: '0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11' }, before);
  return published;
}

const webhooks = () =>
  createWebhookCommands({
    ...core,
    eraseDelivery: () => Promise.reject(new Error('Nothing is erased here')),
  });

/** Resolves when the read models show all that was done so far: reconciling goes by them. */
async function projected(): Promise<void> {
  const head = await core.eventStore.head();
  if (head !== undefined) await passed(core.database.knex, allProjections, head);
}

const soon = (): Date => new Date(Date.now() + 1_000);

describe('reconciling', () => {
  it('hands out again what was accepted and not finished, and nothing that is done, parked, waited for, in the table of what is due or new', async () => {
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
    expect(await handedOut(soon(), [executionStream(stuck)])).toEqual([]);
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

  it('hands out agent runs and replays as well, each to those who do them', async () => {
    const [run, replay] = [await acceptAgentRun(), await requestReplay()];
    await projected();
    const found = await handedOut(soon());
    expect(found.find(({ message }) => message.key === executionStream(run))).toMatchObject({
      ...{ topic: 'attest.agent-runs', message: { type: 'AgentRunStarted', payload: { execution_id: run } } },
    });
    expect(found.find(({ message }) => message.key === caseStream(replay))).toMatchObject({
      ...{ topic: 'attest.case-replays', message: { type: 'CaseReplayRequested', payload: { session_id: replay } } },
    });
  });

  it('hands out a run that ended and whose webhook was never queued, and none that needs no webhook or has one', async () => {
    const url = 'https://example.com/hook';
    const [lost, told, silent] = [await acceptRun(true, url), await acceptRun(true, url), await acceptRun(true)];
    for (const id of [lost, told, silent]) await finish(id);
    await webhooks().queueOutcome(anyone, told);
    await projected();
    const found = (await handedOut(soon())).filter(({ topic }) => topic === 'attest.executions-ended');
    expect(found).toMatchObject([
      { message: { key: executionStream(lost), tenant_id: 'acme', payload: { execution_id: lost } } },
    ]);
  });

  it('hands out the outcome of a test, and what it begins is part of the test', async () => {
    const id = await acceptRun(true, 'https://example.com/hook', { ...anyone, mode: 'test' });
    await finish(id);
    await projected();
    const found = (await handedOut(soon())).find(({ message }) => message.payload['execution_id'] === id);
    const { message } = found ?? expect.fail('It was not handed out');
    // As a worker does it, who knows no more than the message says.
    const told = { ...anyone, ...(message.mode && { mode: message.mode }), causation_id: message.id };
    await endedWork.work({ webhooks: webhooks() } as Commands, told, message.payload);
    const modes: string[] = [];
    for await (const { metadata } of core.eventStore.readStream(webhookDeliveryStream(id))) modes.push(metadata.mode);
    expect(modes).toEqual(['test']);
  });
});
