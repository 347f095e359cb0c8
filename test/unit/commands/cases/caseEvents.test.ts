import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentCommands, type AgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createCaseCommands, type CaseCommands } from '../../../../src/commands/cases/caseCommands.js';
import { documentKey } from '../../../../src/commands/cases/caseUploads.js';
import type { CommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { replaysOfCaseStream } from '../../../../src/domain/cases/replaysOfCase.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { allProjections } from '../../../../src/start/features.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let agents: AgentCommands;
let cases: CaseCommands;

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  const { readModels } = core;
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(readModels));
  agents = createAgentCommands({ ...core, documentTypes });
  cases = createCaseCommands({
    ...{ ...core, documentTypes, exclusive: createExclusive(core), ttlMs: 3_600_000 },
    ...{
      agents: createAgentDirectory(core),
      queries: createCaseQueries(readModels),
    },
    definitions: createAgentDefinitions(core.handler),
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      process: () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') }),
    },
  });
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  const types = createDocumentTypeCommands(core);
  await types.define(anyone, { tenant_id: 'acme', ...type });
  const id = { tenant_id: 'acme', context_id: 'passport' };
  await reads.wait(await types.update(anyone, id, { display_name: 'A passport' }));
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

/** A case of an agent of its own. */
async function openCase(more: { [key: string]: string } = {}) {
  const goal = `goal_${randomUUID().slice(0, 8)}`;
  const definition = {
    ...{ doc_type_map: { passport: 'passport' }, classify_aliases: { 'travel document': 'passport' } },
    ...{ intelligence_level: 2, ...more },
  };
  const created = await agents.create(anyone, { tenant_id: 'acme', goal, name: 'A', deployed: true, definition });
  await reads.wait(created);
  const { value } = await cases.open(anyone, { tenant_id: 'acme', goal });
  return { goal, agent_id: created.value.id, session_id: value.case.session_id };
}

async function upload(session_id: string, label: string | null = null) {
  const doc_id = randomUUID();
  const object = await core.blobs.put(documentKey(session_id, doc_id), Buffer.from(doc_id), {
    subject: caseStream(session_id),
  });
  return cases.upload(anyone, session_id, {
    ...{ doc_id, filename: 'page.pdf', label, mime_type: 'application/pdf', object },
  });
}

const streamOf = (session_id: string): Promise<RecordedEvent[]> => eventsOf(caseStream(session_id));

async function eventsOf(stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of core.eventStore.readStream(stream)) events.push(event);
  return events;
}

describe('a case refers to the configuration of its agent', () => {
  it('and does not copy it, however large it is', async () => {
    const { session_id } = await openCase({ note: 'x'.repeat(100_000) });
    const [opened] = await streamOf(session_id);
    expect(opened?.data['agent']).toMatchObject({ revision: '0', required_types: ['passport'], intelligence_level: 2 });
    expect(JSON.stringify(opened?.data).length).toBeLessThan(2_000);
  });

  it('and goes by it to its end, though the agent is changed and deleted meanwhile', async () => {
    const { agent_id, session_id } = await openCase();
    await agents.update(anyone, agent_id, { definition: { doc_type_map: {} } });
    await reads.wait(await agents.remove(anyone, agent_id));
    const { value } = await upload(session_id);
    expect(value.case.progress).toMatchObject({ required: ['passport'], complete: true });
    expect((await cases.complete(anyone, session_id)).value).toMatchObject({
      ...{ status: 'completed', result: { decision: 'approved' } },
    });
  });

  it('which one process reads once', async () => {
    const { agent_id } = await openCase();
    const asked: string[] = [];
    const load: CommandHandler['load'] = (stream, ...rest) => {
      asked.push(stream);
      return core.handler.load(stream, ...rest);
    };
    const definitions = createAgentDefinitions({ load });
    const used = { id: agent_id, revision: '0' };
    const [one, other] = await Promise.all([definitions(used), definitions(used)]);
    expect([one, asked]).toEqual([other, [`agent-${agent_id}`]]);
  });

  it('and asks again where it could not be read', async () => {
    const { agent_id } = await openCase();
    let away = true;
    const definitions = createAgentDefinitions({
      load: (...asked) => (away ? Promise.reject(new Error('away')) : core.handler.load(...asked)),
    });
    const used = { id: agent_id, revision: '0' };
    await expect(definitions(used)).rejects.toThrow('away');
    away = false;
    expect(await definitions(used)).toMatchObject({ doc_type_map: { passport: 'passport' } });
  });
});

describe('an event of a case is understood without its stream', () => {
  it('from the document to the decision', async () => {
    const { goal, agent_id, session_id } = await openCase();
    const { value } = await upload(session_id, 'Travel Document');
    await cases.complete(anyone, session_id);
    const events = await streamOf(session_id);
    const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
    for (const event of events.slice(1)) {
      expect(event.data).toMatchObject({ session_id, goal, agent: { id: agent_id, revision: '0' } });
    }
    expect(dataOf('DocumentReceived')).toMatchObject({ expected_type: 'passport' });
    expect(dataOf('DocumentProcessed')).toMatchObject({
      ...{ doc_id: value.document.doc_id, document_type: 'passport' },
      type_used: { tenant_id: 'acme', context_id: 'passport', revision: Number(await revisionOfPassport()) },
    });
    expect(dataOf('CaseCompleted')).toMatchObject({
      opened_at: dataOf('CaseOpened')?.['opened_at'],
      duration_ms: expect.any(Number) as number,
    });
  });
});

describe('a case of a test', () => {
  it('is part of the test with all that its replays and its erasure begin, whoever asks for them', async () => {
    const { goal, session_id: live } = await openCase();
    const openTest = async () =>
      (await cases.open({ ...anyone, mode: 'test' }, { tenant_id: 'acme', goal })).value.case.session_id;
    const [replayed, alone] = [await openTest(), await openTest()];
    const replay = (await cases.replay(anyone, replayed)).value.session_id;
    for (const id of [replayed, alone, live]) await cases.erase(anyone, id);
    const modes = async (stream: string) =>
      new Set((await eventsOf(stream)).map(({ metadata }) => metadata.mode as string));
    for (const stream of [caseStream(replay), replaysOfCaseStream(replayed), replaysOfCaseStream(alone)])
      expect(await modes(stream), stream).toEqual(new Set(['test']));
    expect(await modes(replaysOfCaseStream(live))).toEqual(new Set(['live']));
  });
});

async function revisionOfPassport(): Promise<bigint> {
  for await (const { revision } of core.eventStore.readStream('documentType-acme:passport', {
    direction: 'backwards',
    limit: 1,
  })) {
    return revision;
  }
  throw new Error('The document type has no stream');
}
