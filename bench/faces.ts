import { Client } from '@elastic/elasticsearch';
import { randomUUID } from 'node:crypto';
import { env } from 'node:process';
import { v7 as uuid } from 'uuid';
import type { FaceGallery } from '../src/commands/faces/faceGallery.js';
import { createIndexedGallery } from '../src/commands/faces/indexedGallery.js';
import { createMemoryGallery } from '../src/commands/faces/memoryGallery.js';
import { createSealedVectors, type OpenedVector } from '../src/platform/sealing/sealedVectors.js';
import { createElasticsearchVectors } from '../src/platform/vectors/elasticsearchVectors.js';
import type { VectorIndex } from '../src/platform/vectors/vectorIndex.js';
import { createVectorProgram, PAGE } from '../src/platform/vectors/vectorProgram.js';
import { givenNode } from './bareIndex.js';
import { createFaceNumbers, type FaceNumbers, LENGTH } from './faceNumbers.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { compareInTurn } from './inTurn.js';
import { openScratchService, type ScratchService } from './scratchService.js';

/** How many faces a register has: `BENCH_FACES`, by commas. A million take 2.7 GB of memory, twice where what is missed is counted. */
const SIZES = (env['BENCH_FACES'] ?? '10000,100000,1000000').split(',').map(Number);

/** As many faces as the bare product has in memory: far more than a processor keeps to itself, and it goes through them as often as there are more. */
const BARE_FACES = 50_000;

const TIMES = 15;

/** What a similarity of 0.70 is by the calibration of the shipped networks. */
const LEAST = 0.587;

/** Faces that are looked for again, to see what is missed. */
const PROBES = 100;

/** What is asked of a gallery. */
const ASKED = { least: LEAST, most: 10, tenant_id: 'acme' };

/** A gallery that is measured. */
interface Measured {
  /** Where it looks. */
  where: string;
  gallery: FaceGallery;
  /** The same search without what the service does around it. */
  bare: { name: string; search(probe: Float32Array): Promise<unknown> };
}

/**
 * How long looking through a register takes, its rows in the database: in memory beside the bare product of as many faces and nothing else, and in the
 * Elasticsearch of `TEST_ELASTICSEARCH`, where there is one, beside its own query; and what is found.
 */
export const benchFaces: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const index = openIndex(workshop);
  const product = createBareProduct();
  const figures: Figure[] = [];
  for (const count of SIZES) {
    const space = `bench-${count}`;
    const ids = await fillRows(service, space, count);
    const { sealed, faces } = numbersOf(service);
    const open = (many?: number) => createMemoryGallery(sealed, { mostBytes: 2 ** 32, ...(many && { many }) });
    const bare = { name: 'the bare product', search: () => Promise.resolve(product(count)) };
    const measured: Measured[] = [{ where: 'in memory', gallery: open(), bare }];
    if (index)
      measured.push(inIndex(createIndexedGallery({ sealed, index: index.vectors, log: service.log }), index, space));
    const exact = await foundOf(open(Infinity), { space, ids, faces });
    for (const one of measured) {
      const named = `among ${count.toLocaleString('en')} faces ${one.where}`;
      const probe = faces.like(ids[0]!);
      const search = () => one.gallery.nearest(space, probe, ASKED);
      await search();
      const [value, baseline] = await compareInTurn(search, () => one.bare.search(probe), TIMES);
      const found = await foundOf(one.gallery, { space, ids, faces });
      const share = [...exact].filter((each) => found.has(each)).length / exact.size;
      figures.push(
        {
          ...{ name: `a search ${named}`, value, unit: 'ms' },
          baseline: { name: one.bare.name, value: baseline },
          aim: { of: 'ratio', at: 'most', is: 1.2 },
        },
        {
          ...{ name: `of ${exact.size} like some ${named}, found`, value: 100 * share, unit: '%' },
          aim: { of: 'value', at: 'least', is: 99 },
        },
      );
    }
  }
  return figures;
};

/** Sealed rows as the service has them, and numbers of faces in the place of theirs: opening each row is what the first search does, and not what is measured. */
function numbersOf({ database, subjectKeys, log }: ScratchService) {
  const faces = createFaceNumbers();
  const read = (ids: readonly string[]) =>
    Promise.resolve(new Map<string, OpenedVector>(ids.map((id) => [id, { subject: '', vector: faces.of(id) }])));
  return { sealed: { ...createSealedVectors(database, subjectKeys, log), read }, faces };
}

/** The faces that are like some of a register, each with like whom it is. */
async function foundOf(
  gallery: FaceGallery,
  { space, ids, faces }: { space: string; ids: readonly string[]; faces: FaceNumbers },
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < PROBES; at++) {
    const probe = faces.like(ids[Math.floor((at * ids.length) / PROBES)]!);
    const { near } = await gallery.nearest(space, probe, { ...ASKED, most: 100 });
    for (const { vector_id } of near) found.add(`${at} ${vector_id}`);
  }
  return found;
}

/** An index of this run. */
interface BenchIndex {
  client: Client;
  prefix: string;
  vectors: VectorIndex;
}

function openIndex(workshop: Workshop): BenchIndex | undefined {
  const node = givenNode();
  if (node === undefined) return undefined;
  const client = new Client({ node });
  const prefix = `bench_${randomUUID()}`;
  workshop.atEnd(async () => {
    await client.indices.delete({ index: `${prefix}-faces-*`, ignore_unavailable: true });
    await client.close();
  });
  return { client, prefix, vectors: createElasticsearchVectors(client, prefix) };
}

/** A gallery on an index, and its query by hand. */
function inIndex(gallery: FaceGallery, { client, prefix }: BenchIndex, space: string): Measured {
  const search = (probe: Float32Array) => {
    const [k, num_candidates] = [2 * ASKED.most + 10, 1_000];
    const knn = { field: 'vector', query_vector: [...probe], k, num_candidates, filter: { term: { space } } };
    return client.search({ index: `${prefix}-faces-*`, size: k, _source: false, knn });
  };
  return { where: 'in Elasticsearch', gallery, bare: { name: 'its own query', search } };
}

/** Rows of faces that nobody opens; their ids. */
async function fillRows({ database }: ScratchService, space: string, count: number): Promise<string[]> {
  const { knex } = database;
  const all: string[] = [];
  await knex('subject_keys').insert({ subject: space });
  for (let from = 0; from < count; from += 10_000) {
    const ids = Array.from({ length: Math.min(10_000, count - from) }, () => uuid());
    await knex.raw(
      `insert into sealed_vectors (vector_id, subject, space, sealed) select unnest(?::uuid[]), ?, ?, ''`,
      [ids, space, space],
    );
    all.push(...ids);
  }
  await knex.raw('analyze sealed_vectors');
  return all;
}

/** Multiplies a probe with so many faces that lie one behind the other. */
function createBareProduct(): (count: number) => void {
  const width = 4 * LENGTH;
  const facesAt = PAGE;
  const outAt = facesAt + BARE_FACES * width;
  const { memory, dots } = createVectorProgram(Math.ceil((outAt + 4 * BARE_FACES) / PAGE));
  const numbers = new Float32Array(memory.buffer);
  for (let at = 0; at < outAt / 4; at++) numbers[at] = Math.random() - 0.5;
  return (count) => {
    for (let left = count; left > 0; left -= BARE_FACES) {
      dots(0, facesAt, Math.min(left, BARE_FACES), width, outAt);
    }
  };
}
