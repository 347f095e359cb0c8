import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { startProjector } from '../src/projections/core/projector.js';
import { createReadYourWrites } from '../src/projections/core/readYourWrites.js';
import { queriesOf } from '../src/start/feature.js';
import { allProjections, features, followersWith, sinksOf } from '../src/start/features.js';
import { percentile, type Benchmark, type Figure, type Workshop } from './figure.js';
import { appendTo } from './grownLog.js';
import { openScratchService } from './scratchService.js';
import { numberOf, PER_CASE, putDocuments, searchedCase } from './searchedThings.js';
import { openServiceIndexes, type ServiceIndexes } from './serviceIndexes.js';

/** Documents that are there before. */
const BEFORE = 10_000;
const CASES = 600;
const WRITERS = 2;

/**
 * From the call that appends the events of a case until a search finds its documents, while all read models follow the log: in the
 * database, and in the Elasticsearch of `TEST_ELASTICSEARCH` where there is one.
 */
export const benchSearchable: Benchmark = async (workshop) => {
  const indexes = openServiceIndexes(workshop);
  return [
    ...(await measure(workshop, { where: 'Postgres', mostMs: 100 })),
    ...(indexes ? await measure(workshop, { where: 'Elasticsearch', mostMs: 1_000, indexes }) : []),
  ];
};

async function measure(
  workshop: Workshop,
  { where, mostMs, indexes }: { where: string; mostMs: number; indexes?: ServiceIndexes },
): Promise<Figure[]> {
  const service = await openScratchService(workshop, indexes?.settings);
  const signal = createCheckpointSignal();
  const sinks = sinksOf(service);
  const projecting = { ...service, signal, projections: allProjections, sinks };
  const projector = startProjector(projecting);
  workshop.atEnd(() => projector.stop());
  await projector.caughtUp();
  // The index may have nothing that is newer than the log.
  const first = searchedCase(0);
  await appendTo(service, first, first);
  await putDocuments(service.database.knex, await indexes?.documents(), { from: PER_CASE, to: BEFORE });
  const projections = followersWith(sinks);
  const readYourWrites = createReadYourWrites({ ...service, signal, projections, elsewhere: sinks });
  const { search } = queriesOf(features, service);

  const took: number[] = [];
  const appends: number[] = [];
  let next = 0;
  const write = async (): Promise<void> => {
    for (let n = next++; n < CASES; n = next++) {
      const nth = BEFORE + n * PER_CASE;
      const made = searchedCase(nth);
      const event_types = [...new Set(made.events.map(({ type }) => type))];
      const query = `extracted.document_number: ${numberOf(nth)}`;
      const began = performance.now();
      const { position } = await appendTo(service, made, made);
      const appended = performance.now() - began;
      // Who is late is not waited for again, but asked again.
      for (let total = 0; total === 0;) {
        await readYourWrites.wait({ position, event_types });
        ({ total } = await search.search({ ...ASKED, tenant_id: made.tenant_id, query }, new Date()));
      }
      took.push(performance.now() - began);
      appends.push(appended);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return [50, 99].map((percent) => ({
    ...{ name: `from an append to a search that finds it, in ${where}, p${percent}`, value: percentile(took, percent) },
    ...{ unit: 'ms', baseline: { name: 'the append alone', value: percentile(appends, percent) } },
    aim: { of: 'value', at: 'most', is: mostMs },
  }));
}

const ASKED = {
  ...{ kind: 'documents' as const, filters: [], sort: [], limit: 50 },
  ...{ highlight: false, facets: [], percentiles: [] },
};
