import { env } from 'node:process';
import { v7 as uuid } from 'uuid';
import { createMemoryGallery } from '../src/commands/faces/memoryGallery.js';
import { createSealedVectors, type OpenedVector } from '../src/platform/sealing/sealedVectors.js';
import { createVectorProgram, PAGE } from '../src/platform/vectors/vectorProgram.js';
import { createFaceNumbers, LENGTH } from './faceNumbers.js';
import type { Benchmark, Figure } from './figure.js';
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
const PROBES = 200;

/** How long looking through a register takes, its rows in the database, beside the bare product of as many faces and nothing else; and what it finds. */
export const benchFaces: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const bare = createBareProduct();
  const figures: Figure[] = [];
  for (const count of SIZES) {
    const space = `bench-${count}`;
    const ids = await fillRows(service, space, count);
    const { gallery, exact, faces } = galleriesOf(service);
    const probe = faces.like(ids[0]!);
    const search = () => gallery.nearest(space, probe, { least: LEAST, most: 10, tenant_id: 'acme' });
    await search();
    const [value, product] = await compareInTurn(search, () => Promise.resolve(bare(count)), TIMES);
    const [found, sought] = [
      { of: gallery, ids: new Set<string>() },
      { of: exact, ids: new Set<string>() },
    ];
    for (let at = 0; at < Math.min(PROBES, count); at++) {
      const again = faces.like(ids[Math.floor((at * count) / PROBES)]!);
      for (const { of, ids: told } of [found, sought]) {
        const { near } = await of.nearest(space, again, { least: LEAST, most: 1_000, tenant_id: 'acme' });
        for (const { vector_id } of near) told.add(`${at} ${vector_id}`);
      }
    }
    const named = `among ${count.toLocaleString('en')} faces`;
    figures.push(
      {
        ...{ name: `a search ${named}`, value, unit: 'ms' },
        baseline: { name: 'the bare product', value: product },
        aim: { of: 'ratio', at: 'most', is: 1.2 },
      },
      {
        ...{ name: `like a face ${named}, and found`, value: (100 * found.ids.size) / sought.ids.size, unit: '%' },
        aim: { of: 'value', at: 'least', is: 99 },
      },
      { name: `like ${Math.min(PROBES, count)} faces ${named}, in all`, value: sought.ids.size, unit: '' },
    );
  }
  return figures;
};

/** A gallery as the service has it, and one that compares each face, over the same rows. */
function galleriesOf({ database, subjectKeys, log }: ScratchService) {
  const sealed = createSealedVectors(database, subjectKeys, log);
  const faces = createFaceNumbers();
  // Opening each row is what the first search does, and not what is measured.
  const read = (ids: readonly string[]) =>
    Promise.resolve(new Map<string, OpenedVector>(ids.map((id) => [id, { subject: '', vector: faces.of(id) }])));
  const open = (many?: number) =>
    createMemoryGallery({ ...sealed, read }, { mostBytes: 2 ** 32, ...(many && { many }) });
  return { gallery: open(), exact: open(Infinity), faces };
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
