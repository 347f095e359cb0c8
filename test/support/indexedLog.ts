import { afterEach, beforeEach } from 'vitest';
import type { CaseEvent } from '../../src/domain/cases/caseEvents.js';
import type { IndexWrite } from '../../src/platform/search/elasticsearchIndex.js';
import type { SearchKind } from '../../src/platform/search/search.js';
import { readCheckpoints } from '../../src/projections/core/checkpoints.js';
import { startProjector, type Projector } from '../../src/projections/core/projector.js';
import { searchedName } from '../../src/projections/search/searchedKind.js';
import { createSearchIndexSink } from '../../src/projections/search/searchIndexSink.js';
import { searchedKinds } from '../../src/start/stored.js';
import { nine, ofCase, opened, opening, read, received, ten } from './caseStory.js';
import { openCore, type Core } from './core.js';
import { createMemoryIndexes } from './memoryIndexes.js';
import { until } from './until.js';

/** What the names of indexes begin with. */
const PREFIX = 'tests';

/** The name by which documents are searched. */
export const SEARCHED_NAME = searchedName(searchedKinds.documents, PREFIX);

/** The index of documents as a read model. */
export const DOCUMENT_INDEX = searchedKinds.documents.index;

/** That a passport was read, with this name. */
export const nameRead = (doc_id: string, said: string) => read(doc_id, 'passport', { name: said });

const ofOther = { session_id: 's2' };
/** What happens to another case, `s2`, with the document `d9`. */
export const other = {
  opened: { ...opened, data: { ...opening, ...ofOther, opened_at: nine } } as CaseEvent,
  received: received('d9', 0, ofOther),
  read: {
    ...read('d9', 'passport', { name: 'Berg' }),
    data: { ...nameRead('d9', 'Berg').data, ...ofOther },
  } as CaseEvent,
};

/** That the case `s1` is erased. */
export const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: ['d1', 'd2'], message_count: 0, reason: 'person_asked', erased_at: ten },
};

/** A log of its own for each test, and indexes in memory that a projector brings along it. */
export function useIndexedLog() {
  let core: Core;
  let memory: ReturnType<typeof createMemoryIndexes>;
  let projector: Projector | undefined;
  let revisions: Map<string, bigint>;
  beforeEach(async () => {
    core = await openCore();
    memory = createMemoryIndexes();
    revisions = new Map();
  });
  afterEach(async () => {
    await projector?.stop();
    projector = undefined;
    await core.close();
  });

  const sinkOver = (codec: Pick<Core['codec'], 'openBatch'> = core.codec, kind: SearchKind = 'documents') =>
    createSearchIndexSink({ ...core, kind: searchedKinds[kind], codec, writer: memory.writer, prefix: PREFIX });
  const project = (sink = sinkOver()) => {
    projector = startProjector({ ...core, projections: [], sinks: [sink] });
    return sink;
  };
  const indexOf = (kind: SearchKind) =>
    memory.cluster.indexes.get(memory.cluster.aliases.get(searchedName(searchedKinds[kind], PREFIX)) ?? '');
  return {
    core: () => core,
    memory: () => memory,
    projector: () => projector,
    ...{ sinkOver, project, indexOf },
    async startAgain(sink = sinkOver()): Promise<void> {
      await projector?.stop();
      project(sink);
    },
    async happen(stream: string, ...events: CaseEvent[]): Promise<void> {
      const caused = { actor: 'system', correlation_id: 'c', causation_id: 'c' };
      const metadata = { tenant_id: 'acme', mode: 'live' as const, occurred_at: nine, ...caused };
      const encoded = await core.codec.encode(stream, core.codec.check(events), metadata);
      const revision = revisions.get(stream) ?? -1n;
      await core.eventStore.append(stream, encoded, revision < 0n ? 'no_stream' : revision);
      revisions.set(stream, revision + BigInt(events.length));
    },
    async caughtUp(of: string = DOCUMENT_INDEX.name): Promise<void> {
      const head = await core.eventStore.head();
      await until(async () => {
        const stands = (await readCheckpoints(core.database.knex)).find((one) => one.name === of);
        return (stands?.position ?? -1n) >= (head ?? -1n) || undefined;
      });
    },
    /** What the index that is searched has, by key: the name that was read, or that it is gone. */
    found() {
      const told = ({ thing }: IndexWrite) =>
        'gone' in thing ? 'gone' : (thing.source['extracted'] as { name?: string }).name;
      return Object.fromEntries([...(indexOf('documents') ?? [])].map(([key, write]) => [key, told(write)]));
    },
  };
}
