import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { createCaseCommands, type CaseCommands } from '../../../../src/commands/cases/caseCommands.js';
import type { Committed } from '../../../../src/commands/core/context.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import type { CaptureLink } from '../../../../src/domain/capture/index.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import { createCaseQueries, type CaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

const DAY_MS = 24 * 3_600_000;

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let cases: CaseCommands;
let queries: CaseQueries;
let now = Date.now();
/** The links of a case. */
let links: (session_id: string) => CaptureLink[] = () => [];
/** A tenant of each test's own. */
let tenant_id: string;

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  queries = createCaseQueries(core.readModels);
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  cases = createCaseCommands({
    ...{ ...core, documentTypes, exclusive: createExclusive(core), ttlMs: 3_600_000, queries },
    ...{ agents: createAgentDirectory(core), definitions: createAgentDefinitions(core.handler) },
    links: { ofCase: (id) => Promise.resolve(links(id)) },
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      process: () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') }),
    },
    clock: () => new Date(now),
  });
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  await reads.wait(await createDocumentTypeCommands(core).define(anyone, { tenant_id: '', ...type }));
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});
beforeEach(() => {
  now = Date.now();
  tenant_id = `t${randomUUID()}`;
});

const shown = async <Value>(command: Promise<Committed<Value>>): Promise<Value> => {
  const committed = await command;
  await reads.wait(committed);
  return committed.value;
};
const agents = () =>
  createAgentCommands({
    ...core,
    documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
  });
const agentKeeping = (days: number | undefined, of = tenant_id) =>
  shown(
    agents().create(anyone, {
      ...{ tenant_id: of, goal: 'keeping', name: 'Keeping', deployed: true },
      definition: { doc_type_map: {}, ...(days !== undefined && { retention_days: days }) },
    }),
  );
const open = async (of = tenant_id, metadata = {}) => {
  const context = { ...anyone, mode: 'test' as const };
  return (await shown(cases.open(context, { tenant_id: of, goal: 'keeping', metadata }))).case.session_id;
};
/** A case that came to an outcome, as a trial can be told to. */
const ended = async (outcome: string, of = tenant_id) => {
  const id = await open(of, { outcome });
  await shown(cases.complete(anyone, id));
  return id;
};
const after = (days: number) => (now += days * DAY_MS);
const sweep = async () => {
  const erased = await cases.eraseRetained(anyone);
  const head = await core.eventStore.head();
  await reads.wait({ event_types: ['CaseErased'], ...(head !== undefined && { position: head }) });
  return erased;
};
const isErased = async (id: string) => (await queries.find(id))?.erased;

describe('the retention of an agent', () => {
  it.each(['approved', 'denied', 'failed', 'review'])(
    'ends for a case that ended as %s once its days are over, not before, and says why',
    async (outcome) => {
      await agentKeeping(30);
      const id = await ended(outcome);
      after(29.9);
      expect([await sweep(), await isErased(id)]).toEqual([0, false]);
      after(0.2);
      expect([await sweep(), await isErased(id)]).toEqual([1, true]);
      const { rows } = await core.database.knex.raw<{ rows: { data: object; metadata: object }[] }>(
        `select data, metadata from events where stream = ? and type = 'CaseErased'`,
        [caseStream(id)],
      );
      expect(rows).toMatchObject([{ data: { reason: 'retention_ended' }, metadata: { tenant_id } }]);
      expect(await sweep()).toBe(0);
    },
  );

  it('ends for a case that expired, counted from then', async () => {
    await agentKeeping(2);
    const id = await open();
    after(1);
    await shown(cases.expireInactive(anyone));
    after(1.9);
    expect([await sweep(), await isErased(id)]).toEqual([0, false]);
    after(0.2);
    expect([await sweep(), await isErased(id)]).toEqual([1, true]);
  });

  it('ends for no case that is under way, nor where the agent names none', async () => {
    await agentKeeping(1);
    const collecting = await open();
    const other = `t${randomUUID()}`;
    await agentKeeping(undefined, other);
    const kept = await ended('approved', other);
    after(4_000);
    expect(await sweep()).toBe(0);
    expect([await isErased(collecting), await isErased(kept)]).toEqual([false, false]);
  });

  it('counts for a case that waits for a decision from when it was last touched', async () => {
    await agentKeeping(2);
    const id = await ended('review');
    after(1.9);
    await shown(cases.assign(anyone, id, 'jane'));
    after(1);
    expect([await sweep(), await isErased(id)]).toEqual([0, false]);
    after(1.1);
    expect([await sweep(), await isErased(id)]).toEqual([1, true]);
  });

  it('is that of the agent as it was when the case was opened', async () => {
    const { id: agent_id } = await agentKeeping(10);
    const before = await ended('approved');
    await shown(agents().update(anyone, agent_id, { definition: { doc_type_map: {}, retention_days: 1 } }));
    const since = await ended('approved');
    after(2);
    expect(await sweep()).toBe(1);
    expect([await isErased(before), await isErased(since)]).toEqual([false, true]);
  });

  it('waits for a case that does it again and still collects', async () => {
    await agentKeeping(1);
    const id = await ended('approved');
    after(2);
    const replay = await shown(cases.replay(anyone, id));
    expect([await sweep(), await isErased(id)]).toEqual([0, false]);
    await shown(cases.complete(anyone, replay.session_id));
    expect(await sweep()).toBe(1);
    expect([await isErased(id), await isErased(replay.session_id)]).toEqual([true, true]);
  });

  it('ends for all others where one case cannot be erased, of each tenant in turn', async () => {
    const other = `t${randomUUID()}`;
    await agentKeeping(1);
    await agentKeeping(1, other);
    const ids = [await ended('approved'), await ended('approved'), await ended('approved')];
    const foreign = await ended('approved', other);
    after(2);
    const named = await queries.retained({ until: new Date(now), limit: 2, except: [] });
    expect(new Set(named.map((one) => one.tenant_id))).toEqual(new Set([tenant_id, other]));
    const erase = core.subjectKeys.erase.bind(core.subjectKeys);
    const spy = vi
      .spyOn(core.subjectKeys, 'erase')
      .mockImplementation((subject, ...rest) =>
        subject === caseStream(ids[0] ?? '') ? Promise.reject(new Error('broken')) : erase(subject, ...rest),
      );
    expect(await sweep()).toBe(3);
    spy.mockRestore();
    expect(await Promise.all([...ids, foreign].map(isErased))).toEqual([false, true, true, true]);
    expect(await sweep()).toBe(1);
  });
});

describe('a case that nobody touches', () => {
  it('does not expire while a customer has a good link, nor for two weeks where documents were asked for again', async () => {
    await agentKeeping(undefined);
    const [linked, asked] = [await open(), await open()];
    const link = { ended_at: null, used: 0, uses: 1, expires_at: new Date(now + DAY_MS).toISOString() };
    links = (id) => (id === linked ? [link as CaptureLink] : []);
    const [table] = (await readCheckpoint(core.database.knex, casesProjection)).tables;
    const requests = { tries: 1, requested: [{ document_type: 'passport', code: 'expired', text: null }] };
    await core.database
      .knex(table!)
      .where({ session_id: asked })
      .update({ requests: JSON.stringify(requests) });
    const statusOf = async (id: string) => (await queries.find(id))?.status;
    after(0.5);
    await shown(cases.expireInactive(anyone));
    expect([await statusOf(linked), await statusOf(asked)]).toEqual(['collecting', 'collecting']);
    after(1);
    await shown(cases.expireInactive(anyone));
    expect([await statusOf(linked), await statusOf(asked)]).toEqual(['expired', 'collecting']);
    after(13);
    await shown(cases.expireInactive(anyone));
    expect(await statusOf(asked)).toBe('expired');
  });
});
