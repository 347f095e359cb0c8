import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import {
  createExecutionCommands,
  type ExecutionCommands,
} from '../../../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../../../src/commands/executions/executionRecorder.js';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { NO_READING } from '../../../../src/domain/cases/caseDocument.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { DomainError } from '../../../../src/domain/core/decider.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { createExclusive } from '../../../../src/platform/exclusive/exclusive.js';
import { allProjections } from '../../../../src/start/features.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { inPages } from '../../../support/logInPages.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import { nine, opening, stored, talking, type_used } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, resultFor, startOf } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';

let core: Core;
let projector: Projector;
let world: World;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  world = createWorld(core);
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

/** What can happen, in any order and also where it is not allowed. The number picks which of a few things it happens to. */
const happenings = [
  ...['issue_key', 'revoke_key', 'define', 'update', 'lock', 'remove', 'start', 'finish', 'fail', 'erase'],
  'pause_projector',
] as const;
type Happening = readonly [what: (typeof happenings)[number], which: number];

interface World {
  happen(happening: Happening): Promise<void>;
}

function createWorld({ handler, clock, ...parts }: Core): World {
  const apiKeys = createApiKeyCommands({ ...parts, handler, clock });
  const documentTypes = createDocumentTypeCommands({ ...parts, handler, clock });
  const executions: Pick<ExecutionCommands, 'erase'> = createExecutionCommands({
    ...{ ...parts, handler, clock, longestRunMs: 0 },
    recorder: createExecutionRecorder({ ...parts, handler, clock }),
    engine: { process: never },
    documentTypes: createDocumentTypeCatalog({ ...parts, handler }, createDocumentTypeQueries(parts.readModels)),
    executions: createExecutionQueries(parts.readModels),
    exclusive: createExclusive(parts),
  });
  const keyIds: string[] = [];
  const runs = Array.from({ length: 5 }, () => randomUUID());
  const record = (id: string, command: ReturnType<typeof startOf | typeof finishOf>) =>
    handler.handle({ stream: executionStream(id), decider: execution, command, context: anyone });
  const pick = (which: number) => ({
    id: { tenant_id: which % 2 ? 'acme' : '', context_id: `type_${which}` },
    run: runs[which % runs.length] ?? '',
    key: keyIds[which % Math.max(1, keyIds.length)] ?? randomUUID(),
  });
  const doings: { [What in Happening[0]]: (which: number) => Promise<unknown> } = {
    issue_key: async (which) => {
      const named = { tenant_id: 'acme', name: `Key ${which}`, scopes: ['read'], held_scopes: ['read'] } as const;
      keyIds.push((await apiKeys.issue(anyone, { ...named, raw_key: `legacy-key-${randomUUID()}` })).value.id);
    },
    revoke_key: (which) => apiKeys.revoke(anyone, pick(which).key),
    define: (which) =>
      documentTypes.define(anyone, { ...pick(which).id, display_name: 'T', output_schema: { z: 'string', a: 'date' } }),
    update: (which) => documentTypes.update(anyone, pick(which).id, { display_name: `T${which}`, enabled: which > 2 }),
    lock: (which) =>
      documentTypes.lockFields(anyone, pick(which).id, { fields: { iban: 'string' }, auto_suggest: true }),
    remove: (which) => documentTypes.remove(anyone, pick(which).id),
    start: (which) => {
      // An ended run makes room for a new one.
      runs[which % runs.length] = randomUUID();
      return record(pick(which).run, startOf(pick(which).run));
    },
    finish: (which) => record(pick(which).run, finishOf(`SURNAME ${which}`)),
    fail: (which) =>
      record(pick(which).run, {
        ...finishOf('unread'),
        outcome: { status: 'failed', reason: 'unreadable', error: `The page of ${which} is blank` },
      }),
    erase: (which) => executions.erase(anyone, pick(which).run),
    pause_projector: async () => {
      await projector.stop();
      projector = startProjector({ ...core, projections: allProjections });
    },
  };
  return {
    async happen([what, which]) {
      try {
        await doings[what](which);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    },
  };
}

/** In three shares but for the first ten events. */
const rebuildInShares = (projection: Projection) => {
  const parts = { ...core, eventStore: inPages(core).eventStore };
  return rebuildProjection({ ...parts, threads: shareThreadsHere(parts, projection) }, projection);
};

const never = (): Promise<never> => Promise.reject(new Error('No document is processed here'));

describe('every read model', () => {
  it('is, after any history with erasures in it, what a rebuild makes of the log', async () => {
    const history = fc.array(fc.tuple(fc.constantFrom(...happenings), fc.nat({ max: 4 })), {
      minLength: 20,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(history, async (happened) => {
        for (const happening of happened) await world.happen(happening);
        const head = await core.eventStore.head();
        if (head === undefined) return;
        await passed(core.database.knex, allProjections, head);
        for (const projection of allProjections) {
          const live = await rowsOf(core.database.knex, projection);
          await rebuildProjection(core, projection);
          expect(await rowsOf(core.database.knex, projection)).toEqual(live);
          await rebuildInShares(projection);
          expect(await rowsOf(core.database.knex, projection)).toEqual(live);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('holds nothing of what an erased execution had read', async () => {
    const id = randomUUID();
    const stream = executionStream(id);
    const request = { stream, decider: execution, context: anyone };
    await core.handler.handle({ ...request, command: startOf(id) });
    await core.handler.handle({ ...request, command: finishOf('UNFORGETTABLE') });
    await passed(core.database.knex, allProjections, (await core.eventStore.head()) ?? fail());
    const queries = createExecutionQueries(core.readModels);
    expect(await queries.find(id)).toMatchObject({ result: resultFor('UNFORGETTABLE'), erased: false });
    await core.subjectKeys.erase(stream);
    await core.handler.handle({
      ...request,
      command: { type: 'erase', doc_ids: [], reason: null, at: new Date().toISOString() },
    });
    await passed(core.database.knex, allProjections, (await core.eventStore.head()) ?? fail());
    for (let rebuilt = 0; rebuilt < 2; rebuilt++) {
      const found = await queries.find(id);
      expect(found).toMatchObject({ erased: true, result: null, input_filename: null, status: 'completed' });
      expect(JSON.stringify(found)).not.toMatch(/UNFORGETTABLE|anna\.png/);
      expect(found?.steps).toMatchObject([{ output: null }, { output: null }]);
      expect(JSON.stringify(await rowsOf(core.database.knex, executionsProjection))).not.toMatch(/UNFORGETTABLE/);
      for (const projection of allProjections) await rebuildProjection(core, projection);
    }
  });
});

describe('the rows of an erased case', () => {
  it('hold nothing of what was read and said in it, live and rebuilt', async () => {
    const session_id = randomUUID();
    const stream = caseStream(session_id);
    const at = nine;
    const tell = (command: CaseCommand) =>
      core.handler.handle({ stream, decider: caseRules, command, context: anyone });
    const secret = { ...NO_READING, extracted: { surname: 'UNFORGETTABLE' }, raw: { surname: 'UNFORGETTABLE' } };
    const read = { status: 'done', document_type: 'passport', type_used, confidence: '0.9', reading: secret } as const;
    await tell({ type: 'open', opening: { ...opening, session_id, agent: talking }, at });
    await tell({ type: 'receive_document', document: { ...stored('d1'), filename: 'UNFORGETTABLE.pdf' }, at });
    await tell({ type: 'finish_document', doc_id: 'd1', outcome: { ...read, masked_fields: [] }, at });
    const reply = () => ({ message_id: 'm2', content: 'You are UNFORGETTABLE', metadata: {} });
    const message = { message_id: 'm1', content: 'I am UNFORGETTABLE', doc_ids: ['d1'] };
    await tell({ type: 'converse', message, reply, at });
    const rowsNow = async (): Promise<string[]> => {
      await passed(core.database.knex, [casesProjection], (await core.eventStore.head()) ?? fail());
      const rows = await rowsOf(core.database.knex, casesProjection);
      return rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(session_id));
    };
    expect((await rowsNow()).join().match(/UNFORGETTABLE/g)).toHaveLength(5);
    await core.subjectKeys.erase(stream);
    await tell({ type: 'erase', reason: null, at });
    const live = await rowsNow();
    expect(live).toHaveLength(4); // the case, its document and two messages
    expect(live.join()).not.toMatch(/UNFORGETTABLE/);
    await rebuildProjection(core, casesProjection);
    expect(await rowsNow()).toEqual(live);
    await rebuildInShares(casesProjection);
    expect(await rowsNow()).toEqual(live);
  });
});

function fail(): never {
  throw new Error('The log is empty');
}
