import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { NO_READING, toRecorded } from '../../../src/domain/cases/caseDocument.js';
import { EVERYTHING } from '../../../src/platform/search/condition.js';
import { createSearchCluster, type SearchCluster } from '../../../src/platform/search/searchCluster.js';
import { everyTenant } from '../../../src/platform/search/tenantScope.js';
import { readCheckpoint } from '../../../src/projections/core/checkpoints.js';
import { rebuild } from '../../../src/projections/core/rebuild.js';
import { startProjector } from '../../../src/projections/core/projector.js';
import { createSearchIndexSink, OWN_FIELDS, SEARCHED_NAME } from '../../../src/projections/search/searchIndexSink.js';
import { nine, ofCase, opened, received, ten } from '../../support/caseStory.js';
import { openCore, type Core } from '../../support/core.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { until } from '../../support/until.js';

const url = givenElasticsearch();

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

describe.skipIf(url === undefined)('the index of documents', () => {
  let core: Core;
  let cluster: SearchCluster;
  let client: Client;
  let projector: ReturnType<typeof startProjector> | undefined;
  let sink: ReturnType<typeof createSearchIndexSink>;
  let revision: bigint;

  beforeAll(() => {
    client = new Client({ node: url ?? expect.unreachable() });
    cluster = createSearchCluster(url ?? expect.unreachable());
  });
  afterAll(async () => {
    await cluster.close();
    await client.close();
  });
  beforeEach(async () => {
    for (const index of await cluster.writer.named(`${SEARCHED_NAME}-`)) await cluster.writer.drop(index);
    core = await openCore();
    revision = -1n;
    sink = createSearchIndexSink({ ...core, writer: cluster.writer });
    projector = startProjector({ ...core, projections: [], sinks: [sink] });
    return async () => {
      await projector?.stop();
      await core.close();
    };
  });

  const happen = async (...events: CaseEvent[]): Promise<void> => {
    const caused = { actor: 'system', correlation_id: 'c', causation_id: 'c' };
    const metadata = { tenant_id: 'acme', mode: 'live' as const, occurred_at: nine, ...caused };
    const encoded = await core.codec.encode('case-s1', core.codec.check(events), metadata);
    await core.eventStore.append('case-s1', encoded, revision < 0n ? 'no_stream' : revision);
    revision += BigInt(events.length);
  };
  const caughtUp = async (): Promise<void> => {
    const head = await core.eventStore.head();
    await until(async () => {
      const { position } = await readCheckpoint(core.database.knex, sink);
      return (position ?? -1n) >= (head ?? -1n) || undefined;
    });
  };
  const search = () => cluster.searchOn({ documents: { name: SEARCHED_NAME, own: OWN_FIELDS, time: 'created_at' } });
  const found = () => search().newest(everyTenant, { kind: 'documents', where: EVERYTHING, limit: 10 });
  /** All that the cluster keeps of documents, whatever is searched. */
  const everythingKept = async (): Promise<string> => {
    const kept = await client.search({ index: `${SEARCHED_NAME}-*`, size: 100 });
    return JSON.stringify(kept.hits.hits.map(({ _source }) => _source)).toLowerCase();
  };

  it('shows a document once its event is taken, and has nothing that a mask hides', async () => {
    await happen(opened, received('d1', 0), processed);
    await caughtUp();
    expect(await found()).toEqual([expect.objectContaining({ extracted: { name: 'Lindqvist', number: '****4567' } })]);
    expect(await everythingKept()).not.toContain('x1234567');
  });

  it('keeps nothing of a document that was erased, and what is written late does not bring it back', async () => {
    await happen(opened, received('d1', 0), processed);
    await caughtUp();
    await happen(erased);
    await caughtUp();
    expect(await found()).toEqual([]);
    expect(await everythingKept()).not.toContain('lindqvist');
    await projector?.stop();
    await core.database.knex('projection_checkpoints').where({ name: sink.name }).update({ position: null });
    projector = startProjector({ ...core, projections: [], sinks: [sink] });
    await caughtUp();
    expect(await found()).toEqual([]);
  });

  it('is read again from the log where it was lost', async () => {
    await happen(opened, received('d1', 0), processed);
    await caughtUp();
    await projector?.stop();
    for (const index of await cluster.writer.named(`${SEARCHED_NAME}-`)) await cluster.writer.drop(index);
    projector = startProjector({ ...core, projections: [], sinks: [sink] });
    await until(async () => ((await found().catch(() => [])).length === 1 ? true : undefined));
  });

  it('is made anew beside the one that is searched, takes its place at once, and leaves none behind', async () => {
    await happen(opened, received('d1', 0), processed);
    await caughtUp();
    const before = await cluster.writer.named(`${SEARCHED_NAME}-`);
    await rebuild(core, sink);
    expect(await found()).toHaveLength(1);
    const after = await cluster.writer.named(`${SEARCHED_NAME}-`);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    await happen(erased);
    await caughtUp();
    expect(await found()).toEqual([]);
  });
});
