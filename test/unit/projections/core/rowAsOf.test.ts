import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { agent, agentStream, type AgentCommand } from '../../../../src/domain/agents/agent.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { NO_READING } from '../../../../src/domain/cases/caseDocument.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { DomainError } from '../../../../src/domain/core/decider.js';
import { execution, executionStream, type ExecutionCommand } from '../../../../src/domain/executions/execution.js';
import { toPosition, type ReadOptions, type RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { createAgentQueries } from '../../../../src/projections/agents/agentsProjection.js';
import { createAuditQueries } from '../../../../src/projections/audit/auditProjection.js';
import { createCaseQueries, type CaseFilter } from '../../../../src/projections/cases/caseQueries.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import { createPastCaseQueries } from '../../../../src/projections/cases/pastCases.js';
import type { PastPage } from '../../../../src/projections/core/pageAsOf.js';
import type { AsOf } from '../../../../src/projections/core/asOf.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadModels } from '../../../../src/projections/core/readModels.js';
import { SNAPSHOT_EVERY } from '../../../../src/projections/core/rowSnapshots.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import {
  createExecutionQueries,
  type ExecutionFilter,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { createPastExecutionQueries } from '../../../../src/projections/executions/pastExecutions.js';
import { auditProjection } from '../../../../src/start/stored.js';
import { nine, opening, stored, talking, type_used } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { passed } from '../../../support/readModels.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';

/** What lists are made of. */
const LISTED = [casesProjection, executionsProjection, auditProjection];

let core: Core;
let projector: Projector;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: LISTED });
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const SECRET = 'UNFORGETTABLE';
const secret = { ...NO_READING, extracted: { surname: SECRET }, raw: { surname: SECRET } };
const read = { status: 'done', document_type: 'passport', type_used, confidence: '0.9', reading: secret } as const;
const at = nine;

const happenings = [
  ...(['create', 'rename', 'deploy', 'delete', 'define', 'update', 'remove'] as const),
  ...(['start', 'finish', 'show_run', 'erase_run'] as const),
  ...(['open', 'receive', 'process', 'converse', 'show_case', 'erase_case'] as const),
];

const ASKED = { model: 'small', where: 'local' as const, sent: ['text' as const], prompt_hashes: ['ab'] };

const STANDINGS = {
  cases: [undefined, 'collecting', 'review'],
  runs: [undefined, 'running', 'completed'],
} as const;

/** The rows of all pages of a list of the past. */
async function everyPage<Row, End>(read: (after?: End) => Promise<PastPage<End, Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: End | undefined; ;) {
    const { rows, next } = await read(after);
    all.push(...rows);
    if (next === undefined) return all;
    after = next;
  }
}

/** One agent, type, run and case of each number, to which things happen, also where they are not allowed. */
function createWorld({ subjectKeys, readModels, ...core }: Core) {
  const ids = Array.from({ length: 2 }, () => randomUUID());
  const types = createDocumentTypeCommands(core);
  const { handler } = core;
  const typeId = (id: string) => ({ tenant_id: 'acme', context_id: `type_${id.replaceAll('-', '_')}` });
  const toAgent = (id: string, command: AgentCommand) =>
    handler.handle({ stream: agentStream(id), decider: agent, command, context: anyone });
  const toRun = (id: string, command: ExecutionCommand) =>
    handler.handle({ stream: executionStream(id), decider: execution, command, context: anyone });
  const toCase = (id: string, command: CaseCommand) =>
    handler.handle({ stream: caseStream(id), decider: caseRules, command, context: anyone });
  const configured = { tenant_id: 'acme', goal: 'onboarding', name: 'One', definition: {}, version: '1' };
  const doings: { [What in (typeof happenings)[number]]: (id: string, turn: number) => Promise<unknown> } = {
    create: (id) =>
      toAgent(id, { type: 'create', agent: { ...configured, id, allow_cloud: false, deployed: false }, at }),
    rename: (id, turn) =>
      toAgent(id, { type: 'update', changes: { name: `Name ${turn}` }, snapshot_id: `${turn}`, at }),
    deploy: (id, turn) => toAgent(id, { type: 'deploy', deploy: turn % 2 === 0, at }),
    delete: (id) => toAgent(id, { type: 'delete', at }),
    define: (id) => types.define(anyone, { ...typeId(id), display_name: 'T', output_schema: { a: 'string' } }),
    update: (id, turn) => types.update(anyone, typeId(id), { display_name: `T${turn}` }),
    remove: (id) => types.remove(anyone, typeId(id)),
    start: (id) => toRun(id, startOf(id)),
    finish: (id) => toRun(id, finishOf(SECRET)),
    show_run: (id) => toRun(id, { type: 'note_shown', doc_index: 0, model_asked: ASKED, at }),
    erase_run: async (id) => {
      await toRun(id, { type: 'erase', doc_ids: [], reason: null, at });
      await subjectKeys.erase(executionStream(id));
    },
    open: (id) => toCase(id, { type: 'open', opening: { ...opening, session_id: id, agent: talking }, at }),
    receive: (id, turn) =>
      toCase(id, { type: 'receive_document', document: { ...stored(`d${turn}`), filename: SECRET }, at }),
    process: async (id) => {
      const unread = (await createCaseQueries(readModels).findWithDocuments(id))?.documents.find(
        ({ status }) => status === 'processing',
      );
      if (!unread) return;
      await toCase(id, { type: 'finish_document', doc_id: unread.doc_id, outcome: { ...read, masked_fields: [] }, at });
    },
    converse: (id, turn) => {
      const reply = () => ({ message_id: `r${turn}`, content: SECRET, metadata: {} });
      return toCase(id, {
        type: 'converse',
        message: { message_id: `m${turn}`, content: SECRET, doc_ids: [] },
        reply,
        at,
      });
    },
    show_case: (id) => toCase(id, { type: 'note_shown', doc_id: 'd0', model_asked: ASKED, at }),
    erase_case: async (id) => {
      await toCase(id, { type: 'erase', reason: null, at });
      await subjectKeys.erase(caseStream(id));
    },
  };
  const [agents, documentTypes] = [createAgentQueries(readModels), createDocumentTypeQueries(readModels)];
  const [runs, cases] = [createExecutionQueries(readModels), createCaseQueries(readModels)];
  const trail = createAuditQueries(readModels, auditProjection);
  const past = { cases: createPastCaseQueries(readModels, trail), runs: createPastExecutionQueries(readModels, trail) };
  const isOfWorld = (row: { session_id: string } | { execution_id: string }): boolean =>
    ids.some((id) => id === ('session_id' in row ? row.session_id : row.execution_id));
  return {
    async happen(what: (typeof happenings)[number], which: number, turn: number): Promise<void> {
      try {
        await doings[what](ids[which] ?? '', turn);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    },
    /** All that is read by its id, as it is or as it was. */
    all: (asOf?: AsOf): Promise<(object | undefined)[]> =>
      Promise.all(
        ids.flatMap((id): Promise<object | undefined>[] => [
          ...[agents.find(id, undefined, asOf), documentTypes.find(typeId(id), asOf)],
          ...[runs.find(id, undefined, asOf), cases.findWithDocuments(id, undefined, asOf)],
          cases.findStatus(id, undefined, asOf),
        ]),
      ),
    /** What lists of cases and of runs have, page by page as of a moment. */
    async lists(asOf?: AsOf): Promise<string[][]> {
      const found: string[][] = [];
      for (const status of STANDINGS.cases) {
        const filter = { tenant_id: 'acme', ...(status && { status }) };
        const rows = asOf
          ? await everyPage((after?: CaseFilter['after']) =>
              past.cases.list({ ...filter, limit: 3, ...(after && { after }) }, asOf),
            )
          : await cases.list({ ...filter, limit: 200 });
        found.push(rows.filter(isOfWorld).map((row) => `${row.session_id} ${row.status} ${row.documents.length}`));
      }
      for (const status of STANDINGS.runs) {
        const filter = { tenant_id: 'acme', ...(status && { status }) };
        const rows = asOf
          ? await everyPage((after?: ExecutionFilter['after']) =>
              past.runs.list({ ...filter, limit: 3, ...(after && { after }) }, asOf),
            )
          : await runs.list({ ...filter, limit: 200 });
        found.push(rows.filter(isOfWorld).map((row) => `${row.execution_id} ${row.status} ${row.steps.length}`));
      }
      return found;
    },
  };
}

const isErased = (thing: object | undefined): boolean =>
  thing !== undefined && 'erased' in thing && thing.erased === true;
const standing = (thing: object | undefined): unknown => (thing && 'status' in thing ? thing.status : undefined);

describe('what was true at a moment', () => {
  it('is, after any history, what was read then, by place and by time; what was erased since is erased in it', async () => {
    const history = fc.array(fc.tuple(fc.constantFrom(...happenings), fc.nat({ max: 1 })), {
      minLength: 10,
      maxLength: 24,
    });
    await fc.assert(
      fc.asyncProperty(history, async (happened) => {
        // So near to one another that these histories have some.
        const readModels = createReadModels(core, { snapshotEvery: 2n });
        const world = createWorld({ ...core, readModels });
        const moments: { asOf: AsOf; was: (object | undefined)[]; listed: string[][] }[] = [];
        for (const [turn, [what, which]] of happened.entries()) {
          await world.happen(what, which, turn);
          const position = await core.eventStore.head();
          if (position === undefined) continue;
          await passed(core.database.knex, LISTED, position);
          const [was, listed] = [await world.all(), await world.lists()];
          moments.push({ asOf: { position }, was, listed });
          const time = await timeOf(position);
          // Of things that happened in one millisecond a time means the last.
          const same = moments.findIndex(({ asOf }) => 'time' in asOf && asOf.time === time);
          if (same >= 0) moments.splice(same, 1);
          moments.push({ asOf: { time }, was, listed });
        }
        const now = await world.all();
        expect(await world.all({ time: new Date(Date.now() + 60_000).toISOString() })).toEqual(now);
        // Snapshots of later moments must not be taken for earlier ones.
        for (const { asOf } of moments.toReversed()) await world.all(asOf);
        for (const { asOf, was, listed } of moments) {
          expect(await world.lists(asOf)).toEqual(listed);
          const found = await world.all(asOf);
          for (const [index, one] of found.entries()) {
            if (isErased(now[index]) && !isErased(was[index])) {
              expect(JSON.stringify([one])).not.toContain(SECRET);
              expect([one !== undefined, standing(one)]).toEqual([was[index] !== undefined, standing(was[index])]);
              expect(isErased(one)).toBe(one !== undefined);
            } else expect(one).toEqual(was[index]);
          }
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('is erased also where it is told behind the erasure what a model had been shown', async () => {
    const world = createWorld(core);
    for (const what of ['start', 'finish', 'open'] as const) await world.happen(what, 0, 0);
    const position = (await core.eventStore.head())!;
    for (const what of ['erase_run', 'show_run', 'erase_case', 'show_case'] as const) await world.happen(what, 0, 1);
    const found = (await world.all({ position })).filter(
      (one) => one && ('execution_id' in one || 'session_id' in one),
    );
    expect(found.map(isErased)).toEqual([true, true, true]);
  });

  const timeOf = async (position: bigint): Promise<string> => {
    const { rows } = await core.database.knex.raw<{ rows: { recorded_at: Date }[] }>(
      'select recorded_at from events where position = ?',
      [position.toString()],
    );
    return rows[0]!.recorded_at.toISOString();
  };
});

/** A long stream of an agent, made as it is read, which counts what is read of it. */
function longStream(length: number) {
  const id = randomUUID();
  const of = { agent_id: id, tenant_id: 'acme', goal: 'onboarding' };
  const configured = { name: 'One', version: '1', definition: {}, allow_cloud: false, deployed: false };
  const recorded = (index: number): RecordedEvent => ({
    ...{ id: `${index}`, stream: agentStream(id), revision: BigInt(index), position: toPosition(index + 1) },
    type: index === 0 ? 'AgentCreated' : index % 2 ? 'AgentDeployed' : 'AgentUndeployed',
    data:
      index === 0
        ? { ...of, ...configured, created_at: at }
        : { ...of, [index % 2 ? 'deployed_at' : 'undeployed_at']: at },
    metadata: {
      ...{ tenant_id: 'acme', actor: 'system', correlation_id: 'c', causation_id: 'c', mode: 'live' },
      ...{ schema_version: 1, occurred_at: at },
    },
    recorded_at: new Date(Date.parse(at) + index).toISOString(),
  });
  const counted = { read: 0, together: 0 };
  const eventStore = {
    lastRevision: () => Promise.resolve(BigInt(length - 1)),
    async *readStream(_stream: string, { direction = 'forwards', limit = Infinity, from = 0n }: ReadOptions = {}) {
      await Promise.resolve();
      for (let taken = Number(from); taken < Math.min(length, limit); taken += 1) {
        counted.read += 1;
        yield recorded(direction === 'forwards' ? taken : length - 1 - taken);
      }
    },
  };
  const codec: Pick<Core['codec'], 'decodeBatch'> = {
    decodeBatch(events) {
      counted.together = Math.max(counted.together, events.length);
      return core.codec.decodeBatch(events);
    },
  };
  const agents = createAgentQueries(createReadModels({ database: core.database, eventStore, codec }));
  return { id, counted, agents };
}

describe('of a stream of 10,000 events', () => {
  it('no more is read than happened until then, and of that no more is opened together than 200', async () => {
    const { id, counted, agents } = longStream(10_000);
    expect(await agents.find(id, undefined, { position: toPosition(1000) })).toMatchObject({
      deployed: true,
      revision: 999,
    });
    expect(counted).toEqual({ read: 1 + 1001, together: 200 });
  });

  it('what was read once is not read again, but for what lies behind the last snapshot before that moment', async () => {
    const { id, counted, agents } = longStream(10_000);
    const asOf = { position: toPosition(9_000) };
    const found = await agents.find(id, undefined, asOf);
    counted.read = 0;
    expect(await agents.find(id, undefined, asOf)).toEqual(found);
    const first = counted.read;
    expect(first).toBeLessThanOrEqual(2 + Number(SNAPSHOT_EVERY));
    expect(await agents.find(id, undefined, { position: toPosition(1_001) })).toMatchObject({ revision: 1_000 });
    expect(counted.read - first).toBeLessThanOrEqual(3 + Number(SNAPSHOT_EVERY));
    counted.read = 0;
    expect(await agents.find(id, (tenant) => tenant !== 'acme', asOf)).toBeUndefined();
    expect(counted.read).toBe(1);
  });

  it('what is opened is nothing for whom its tenant is none of their business', async () => {
    const { id, counted, agents } = longStream(10_000);
    expect(await agents.find(id, (tenant) => tenant !== 'acme', { position: toPosition(1000) })).toBeUndefined();
    expect(counted).toEqual({ read: 2, together: 0 });
  });
});
