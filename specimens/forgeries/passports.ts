import sharp from 'sharp';
import type { Canvas } from '@napi-rs/canvas';
import { photographed } from '../photographed.js';
import { createRandom, type Random } from '../random.js';
import type { InventedPerson } from '../specimen.js';
import { type DataPage, drawDataPage, PASSPORT_DESIGNS } from './dataPage.js';
import { FORGERIES, type Trick } from './tricks.js';

/** A passport of which it is known whether somebody changed it. */
export interface JudgedPassport {
  name: string;
  /** `null` for one that nobody changed. */
  trick: Trick | null;
  /** A JPEG. */
  bytes: Buffer;
}

const SURNAMES = ['HALVORSEN', 'OKONJO', 'MARCHETTI', 'DELACROIX', 'TANAKA', 'VERBEEK', 'QUISPE', 'ANDRASSY'];
const GIVEN = { F: ['INGRID', 'AMARA LOUISE', 'CHIARA', 'NOEMI'], M: ['LARS', 'EMEKA PAUL', 'DARIO', 'TOMAS'] };
const TOWNS = ['PORT ZENITH', 'NEWHAVEN', 'ALTSTADT', 'SANTA LUZ', 'RIVERTON'];

/** Passports that nobody changed, scanned and photographed, in all designs. The same in every run. */
export async function* cleanPassports(count: number): AsyncGenerator<JudgedPassport> {
  const random = createRandom(0xc1ea);
  for (let number = 0; number < count; number++) {
    const design = PASSPORT_DESIGNS[number % PASSPORT_DESIGNS.length]!;
    const bytes = await copied(drawDataPage(design, inventedPage(random)), random);
    yield { name: `clean ${number + 1}, ${design.name}`, trick: null, bytes };
  }
}

/** Forged passports: every trick in every design, `rounds` times. The same in every run. */
export async function* forgedPassports(rounds: number): AsyncGenerator<JudgedPassport> {
  const random = createRandom(0xf0f6ed);
  for (let round = 0; round < rounds; round++) {
    for (const design of PASSPORT_DESIGNS) {
      for (const [trick, forge] of Object.entries(FORGERIES) as [Trick, (typeof FORGERIES)[Trick]][]) {
        const forged = await forge(design, { own: inventedPage(random), other: inventedPage(random), random });
        yield { name: `${trick} ${round + 1}, ${design.name}`, trick, bytes: await copied(forged, random) };
      }
    }
  }
}

/** A page of a person who does not exist; numbers, names and dates are drawn. */
export function inventedPage(random: Random): DataPage {
  const sex = random.pick(['F', 'M'] as const);
  const two = (least: number, most: number): string => String(random.whole(least, most)).padStart(2, '0');
  const person: InventedPerson = {
    ...{ surname: random.pick(SURNAMES), given_names: random.pick(GIVEN[sex]), sex, nationality: 'UTO' },
    birth_date: `${random.whole(1952, 2004)}-${two(1, 12)}-${two(1, 28)}`,
    ...{ birth_place: random.pick(TOWNS), address: '' },
  };
  const issued = random.whole(2018, 2025);
  const day = `${two(1, 12)}-${two(2, 28)}`;
  return {
    person,
    document_number: `${random.pick(['K', 'P', 'X'])}${random.whole(10_000_000, 99_999_999)}`,
    ...{ issue_date: `${issued}-${day}`, expiry_date: `${issued + 10}-${day}` },
  };
}

/** What a caller sends: half of them as scanned, half as photographed with a telephone. */
async function copied(drawn: Canvas, random: Random): Promise<Buffer> {
  const quality = random.whole(78, 94);
  if (random.chance(0.5))
    return sharp(await drawn.encode('png'))
      .blur(0.5)
      .jpeg({ quality })
      .toBuffer();
  return photographed(drawn, {
    ...{ degrees: random.next() * 4 - 2, perspective: random.next() * 0.03, blur: random.next() * 0.7 },
    ...{ noise: 1 + random.next() * 4, quality, seed: random.whole(1, 1_000_000) },
  });
}
