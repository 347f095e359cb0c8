import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { NO_READING, toRecorded } from '../../../src/domain/cases/caseDocument.js';
import { EVERYTHING } from '../../../src/platform/search/condition.js';
import { createSearchCluster, type SearchCluster } from '../../../src/platform/search/searchCluster.js';
import { SEARCH_KINDS, type SearchKind } from '../../../src/platform/search/search.js';
import { everyTenant } from '../../../src/platform/search/tenantScope.js';
import { readCheckpoints } from '../../../src/projections/core/checkpoints.js';
import { rebuild } from '../../../src/projections/core/rebuild.js';
import { startProjector } from '../../../src/projections/core/projector.js';
import { searchedName } from '../../../src/projections/search/searchedKind.js';
import { createSearchIndexSink } from '../../../src/projections/search/searchIndexSink.js';
import { TIME_FIELD } from '../../../src/projections/search/searchWanted.js';
import { searchedKinds } from '../../../src/start/stored.js';
import { nine, ofCase, opened, received, ten } from '../../support/caseStory.js';
import { openCore, type Core } from '../../support/core.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { until } from '../../support/until.js';

const url = givenElasticsearch();

/** What the names of its indexes begin with: others may use the cluster. */
const PREFIX = 'sink_tests';

const processed: CaseEvent = {
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id: 'd1', document_type: 'passport', type_used: null, confidence: '0.9' },
    ...{ masked_fields: ['number'], processed_at: nine },
    reading: toRecorded({ ...NO_READING, extracted: { name: 'Lindqvist', number: 'X1234567' } }),
  },
};
const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: ['d1'], message_count: 0, reason: 'person_asked', erased_at: ten },
};

const said: CaseEvent = {
  type: 'MessageReceived',
  data: {
    ...{ ...ofCase, message_id: 'm1', message_index: 0, content: 'It is X1234567 indeed' },
    ...{ doc_ids: [], received_at: nine },
  },
};

/** What the kinds show of the story above. */
const shown = {
  documents: { extracted: { name: 'Lindqvist', number: '****4567' } },
  cases: { status: 'collecting', document_types: ['passport'], messages: [{ content: 'It is ****4567 indeed' }] },
  events: { action: 'MessageReceived', aggregate: 'case-s1', data: { message_index: 0 } },
};

describe.skipIf(url === undefined)('the indexes of what is searched', () => {
  let core: Core;
  let cluster: SearchCluster;
  let client: Client;
  let projector: ReturnType<typeof startProjector> | undefined;
  let sinks: ReturnType<typeof createSearchIndexSink>[];
  let revision: bigint;

  beforeAll(() => {
    client = new Client({ node: url ?? expect.unreachable() });
    cluster = createSearchCluster(url ?? expect.unreachable(), PREFIX);
  });
  afterAll(async () => {
    await cluster.close();
    await client.close();
  });
  beforeEach(async () => {
    for (const kind of SEARCH_KINDS) for (const index of await namesOf(kind)) await cluster.writer.drop(index);
    core = await openCore();
    revision = -1n;
    sinks = SEARCH_KINDS.map((kind) =>
      createSearchIndexSink({ ...core, kind: searchedKinds[kind], writer: cluster.writer, prefix: PREFIX }),
    );
    projector = startProjector({ ...core, projections: [], sinks });
    return async () => {
      await projector?.stop();
      await core.close();
    };
  });

  const namesOf = (kind: SearchKind) => cluster.writer.named(`${searchedName(searchedKinds[kind], PREFIX)}-`);
  const happen = async (...events: CaseEvent[]): Promise<void> => {
    const caused = { actor: 'system', correlation_id: 'c', causation_id: 'c' };
    const metadata = { tenant_id: 'acme', mode: 'live' as const, occurred_at: nine, ...caused };
    const encoded = await core.codec.encode('case-s1', core.codec.check(events), metadata);
    await core.eventStore.append('case-s1', encoded, revision < 0n ? 'no_stream' : revision);
    revision += BigInt(events.length);
  };
  const caughtUp = async (): Promise<void> => {
    const head = await core.eventStore.head();
    for (const sink of sinks) {
      await until(async () => {
        // The projector makes it, in its own time once it was started.
        const kept = await readCheckpoints(core.database.knex);
        const own = kept.find(({ name, version }) => name === sink.name && version === sink.version);
        return (own && (own.position ?? -1n) >= (head ?? -1n)) || undefined;
      });
    }
  };
  const indexOf = (kind: SearchKind) => ({
    ...{ name: searchedName(searchedKinds[kind], PREFIX), own: searchedKinds[kind].own, time: TIME_FIELD[kind] },
  });
  const search = () =>
    cluster.searchOn({ documents: indexOf('documents'), cases: indexOf('cases'), events: indexOf('events') });
  const found = (kind: SearchKind) => search().newest(everyTenant, { kind, where: EVERYTHING, limit: 10 });
  /** All that the cluster keeps, whatever is searched. */
  const everythingKept = async (): Promise<string> => {
    const kept = await client.search({
      index: SEARCH_KINDS.map((kind) => `${searchedName(searchedKinds[kind], PREFIX)}-*`),
      size: 100,
    });
    return JSON.stringify(kept.hits.hits.map(({ _source }) => _source)).toLowerCase();
  };

  it.each(SEARCH_KINDS)('has %s once their events are taken, and nothing that a mask hides', async (kind) => {
    await happen(opened, received('d1', 0), processed, said);
    await caughtUp();
    const [newest] = await found(kind);
    expect(newest).toMatchObject(shown[kind]);
    expect(await everythingKept()).not.toContain('x1234567');
  });

  it('keeps nothing of a case and its documents that was erased, and what is written late does not bring it back', async () => {
    await happen(opened, received('d1', 0), processed, said);
    await caughtUp();
    await happen(erased);
    await caughtUp();
    const left = async () => [await found('documents'), await found('cases')];
    expect(await left()).toEqual([[], []]);
    expect(await found('events')).toHaveLength(5);
    expect(await everythingKept()).not.toMatch(/lindqvist|indeed/);
    await projector?.stop();
    for (const { name } of sinks)
      await core.database.knex('projection_checkpoints').where({ name }).update({ position: null });
    projector = startProjector({ ...core, projections: [], sinks });
    await caughtUp();
    expect(await left()).toEqual([[], []]);
    expect(await found('events')).toHaveLength(5);
  });

  it.each(SEARCH_KINDS)('reads %s again from the log where their index was lost', async (kind) => {
    await happen(opened, received('d1', 0), processed, said);
    await caughtUp();
    const before = await found(kind);
    await projector?.stop();
    for (const index of await namesOf(kind)) await cluster.writer.drop(index);
    projector = startProjector({ ...core, projections: [], sinks });
    await until(async () => ((await found(kind).catch(() => [])).length === before.length ? true : undefined));
    expect(await found(kind)).toEqual(before);
  });

  it.each(SEARCH_KINDS)(
    'makes the index of %s anew beside the one that is searched, which takes its place at once, and leaves none behind',
    async (kind) => {
      await happen(opened, received('d1', 0), processed, said);
      await caughtUp();
      const [before, things] = [await namesOf(kind), await found(kind)];
      const sink = sinks.find(({ name }) => name === searchedKinds[kind].index.name) ?? expect.unreachable();
      await rebuild(core, sink);
      expect(await found(kind)).toEqual(things);
      const after = await namesOf(kind);
      expect(after).toHaveLength(1);
      expect(after).not.toEqual(before);
      await happen(erased);
      await caughtUp();
      expect(await found(kind)).toHaveLength(kind === 'events' ? 5 : 0);
    },
  );
});
