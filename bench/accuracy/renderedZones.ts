import { readMrz } from '../../src/engines/documents/mrz/readMrz.js';
import type { MrzFieldName, MrzReading } from '../../src/engines/documents/mrz/mrzReading.js';
import type { Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';
import { COVERS, renderZone, type Cover, type ZoneSpecimen } from '../../specimens/zones.js';
import { shareOf, shareText } from './share.js';

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

/** Renders zones and reads them, one after the other. */
export async function readRenderedZones(
  ocr: Ocr,
  count: number,
  coverOf: (seed: number) => Cover | undefined = () => undefined,
): Promise<RenderedZoneAnswer[]> {
  const answers: RenderedZoneAnswer[] = [];
  for (let seed = 0; seed < count; seed++) {
    const specimen = await renderZone(seed, coverOf(seed));
    const document = await readDocument(specimen.bytes, { ocr });
    answers.push(answerRenderedZone(specimen, await readMrz(document)));
    await document.close();
    process.stderr.write(`\rrendered zones: ${answers.length} of ${count} read`);
  }
  process.stderr.write('\n');
  return answers;
}

const WHOLE = 100;
const COVERED = 50;

/** Reads a hundred rendered zones and fifty with a part hidden; returns the lines that say how it went. */
export async function measureRenderedZones(ocr: Ocr): Promise<string[]> {
  const whole = await readRenderedZones(ocr, WHOLE);
  const covered = await readRenderedZones(ocr, COVERED, (seed) => COVERS[seed % COVERS.length]);
  const count = (answers: readonly RenderedZoneAnswer[], of: (answer: RenderedZoneAnswer) => boolean): string =>
    shareText(shareOf(answers.filter(of).length, answers.length));
  return [
    'Rendered zones, photographed askew, blurred, noisy, with glare',
    `  number, birth, expiry and all check digits right   ${count(whole, ({ right }) => right)}`,
    `  names told as printed                              ${count(whole, ({ named }) => named)}`,
    `  a name or country told wrongly                     ${count(whole, ({ wrong }) => wrong.length > 0)}`,
    `  the same where part of the zone is hidden          ${count(covered, ({ wrong }) => wrong.length > 0)}`,
    ...whole.filter(({ right }) => !right).map(({ name, seen }) => `  miss: ${name}, seen: ${seen}`),
    ...[...whole, ...covered].flatMap(({ name, wrong }) => wrong.map((what) => `  wrong: ${name}, ${what}`)),
  ];
}
