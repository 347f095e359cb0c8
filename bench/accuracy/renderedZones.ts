import type { MrzFieldName, MrzReading } from '../../src/engines/documents/mrz/mrzReading.js';
import { COVERS, renderZone, type Cover, type ZoneSpecimen } from '../../specimens/zones.js';
import { share } from './accuracyFigure.js';
import type { Measured, Workbench } from './part.js';

/** What became of one rendered zone. */
export interface RenderedZoneAnswer {
  name: string;
  /** Number, birth and expiry are as printed, as far as the format has them, and all check digits hold. */
  right: boolean;
  /** Surname and given names are told, and as printed. */
  named: boolean;
  /** Names and countries that were told otherwise than printed, with what was told. */
  wrong: string[];
  seen: string;
}

/** No check digit vouches for these. */
const UNCHECKED = ['surname', 'given_names', 'issuing_country', 'nationality'] as const;
const CHECKED = ['document_number', 'birth_date', 'expiry_date'] as const;

/** Compares what was read of a rendered zone with what was printed. */
export function answerRenderedZone(
  { name, format, truth }: ZoneSpecimen,
  zones: readonly MrzReading[],
): RenderedZoneAnswer {
  const [zone] = zones;
  const told = (field: MrzFieldName): string | undefined => zone?.fields[field]?.value;
  const agrees = (field: MrzFieldName): boolean => told(field) === truth[field];
  const wrong = UNCHECKED.filter((field) => told(field) !== undefined && !agrees(field)); // prettier-ignore
  return {
    name,
    right: zone?.format === format && zone.valid && CHECKED.every(agrees),
    named: agrees('surname') && agrees('given_names'),
    wrong: wrong.map((field) => `${field}: ${told(field)} for ${truth[field]}`),
    seen: zone ? `${zone.format}${zone.valid ? '' : ' not valid'}` : 'nothing',
  };
}

/** How many zones are rendered whole, and how many with a part hidden. */
const WHOLE = 100;
const COVERED = 50;

/** Reads a hundred rendered zones, and fifty with a part hidden, of which nothing may be told otherwise than it is printed. */
export async function measureRenderedZones({ readBytes }: Workbench): Promise<Measured> {
  const answersOf = async (specimens: AsyncIterable<ZoneSpecimen>): Promise<RenderedZoneAnswer[]> => {
    const answers: RenderedZoneAnswer[] = [];
    for await (const specimen of specimens) {
      const { readings } = await readBytes(specimen.name, specimen.bytes);
      answers.push(answerRenderedZone(specimen, readings.mrz));
    }
    return answers;
  };
  const whole = await answersOf(rendered(WHOLE));
  const covered = await answersOf(rendered(COVERED, (seed) => COVERS[seed % COVERS.length]));
  const isHonest = ({ wrong }: RenderedZoneAnswer): boolean => wrong.length === 0;
  return {
    title: 'Rendered zones, photographed askew, blurred, noisy, with glare',
    figures: [
      share('rendered zones: number, birth, expiry, check digits right', whole.map(({ right }) => right)), // prettier-ignore
      share('rendered zones: names told as printed', whole.map(({ named }) => named)), // prettier-ignore
      share('rendered zones: no name or country told wrongly', whole.map(isHonest)),
      share('the same where part of the zone is hidden', covered.map(isHonest)),
    ],
    heldOut: [],
    details: [
      ...whole.filter(({ right }) => !right).map(({ name, seen }) => `miss: ${name}, seen: ${seen}`),
      ...[...whole, ...covered].flatMap(({ name, wrong }) => wrong.map((what) => `wrong: ${name}, ${what}`)),
    ],
  };
}

async function* rendered(count: number, coverOf: (seed: number) => Cover | undefined = () => undefined) {
  for (let seed = 0; seed < count; seed++) yield renderZone(seed, coverOf(seed));
}
