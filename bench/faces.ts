import { env } from 'node:process';
import { v7 as uuid } from 'uuid';
import { createMemoryGallery } from '../src/commands/faces/memoryGallery.js';
import { createProductMemory, PAGE } from '../src/platform/vectors/dotProducts.js';
import { createSealedVectors, type OpenedVector } from '../src/platform/sealing/sealedVectors.js';
import type { Benchmark, Figure } from './figure.js';
import { compareInTurn } from './inTurn.js';
import { openScratchService, type ScratchService } from './scratchService.js';

/** Numbers of a face of the shipped networks. */
const LENGTH = 640;

/** How many faces a register has: `BENCH_FACES`, by commas. A million take 2.6 GB of memory. */
const SIZES = (env['BENCH_FACES'] ?? '10000,100000,1000000').split(',').map(Number);

/** As many faces as the bare product has in memory: far more than a processor keeps to itself, and it goes through them as often as there are more. */
const BARE_FACES = 50_000;

const TIMES = 15;

/** How long looking through a register takes, its rows in the database, beside the bare product of as many faces and nothing else. */
export const benchFaces: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const bare = createBareProduct();
  const figures: Figure[] = [];
  for (const count of SIZES) {
    const space = `bench-${count}`;
    await fillRows(service, space, count);
    const sealed = createSealedVectors(service.database, service.subjectKeys, service.log);
    // Opening each row is what the first search does, and not what is measured.
    const read = (ids: readonly string[]) =>
      Promise.resolve(new Map<string, OpenedVector>(ids.map((id) => [id, { subject: '', vector: anyVector() }])));
    const gallery = createMemoryGallery({ ...sealed, read }, { mostBytes: 2 ** 32 });
    const probe = anyVector();
    const search = () => gallery.nearest(space, probe, { least: 0.8, most: 10, tenant_id: 'acme' });
    await search();
    const [value, product] = await compareInTurn(search, () => Promise.resolve(bare(count)), TIMES);
    figures.push({
      ...{ name: `a search among ${count.toLocaleString('en')} faces`, value, unit: 'ms' },
      baseline: { name: 'the bare product', value: product },
      aim: { of: 'ratio', at: 'most', is: 1.2 },
    });
  }
  return figures;
};

/** Rows of faces that nobody opens. */
async function fillRows({ database }: ScratchService, space: string, count: number): Promise<void> {
  const { knex } = database;
  await knex('subject_keys').insert({ subject: space });
  for (let from = 0; from < count; from += 10_000) {
    const ids = Array.from({ length: Math.min(10_000, count - from) }, () => uuid());
    await knex.raw(
      `insert into sealed_vectors (vector_id, subject, space, sealed) select unnest(?::uuid[]), ?, ?, ''`,
      [ids, space, space],
    );
  }
  await knex.raw('analyze sealed_vectors');
}

/** Of a length of 1, so that cosines are products. */
function anyVector(): Float32Array {
  const vector = Float32Array.from({ length: LENGTH }, () => Math.random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

/** Multiplies a probe with so many faces that lie one behind the other. */
function createBareProduct(): (count: number) => void {
  const width = 4 * LENGTH;
  const facesAt = PAGE;
  const outAt = facesAt + BARE_FACES * width;
  const { memory, dotProducts } = createProductMemory(Math.ceil((outAt + 4 * BARE_FACES) / PAGE));
  const numbers = new Float32Array(memory.buffer);
  for (let at = 0; at < outAt / 4; at++) numbers[at] = Math.random() - 0.5;
  return (count) => {
    for (let left = count; left > 0; left -= BARE_FACES) {
      dotProducts(0, facesAt, Math.min(left, BARE_FACES), width, outAt);
    }
  };
}
