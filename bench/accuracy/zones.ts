import type { MrzReading } from '../../src/engines/documents/mrz/mrzReading.js';
import { share, type AccuracyFigure } from './accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import type { ReadFile } from './readFolder.js';

/** Where a data folder has documents with a machine-readable zone. */
export const ZONES = 'mrz';

/** What became of the zone of one document. */
interface ZoneAnswer extends AnswerOfFile {
  /** A zone of the kind and country that the file name says was found. */
  found: boolean;
  /** The check digits of number, birth and expiry hold. */
  core: boolean;
  /** All check digits hold. */
  valid: boolean;
  seen: string;
}

const CORE = ['document_number', 'birth_date', 'expiry_date'];

/** How many machine-readable zones are found and read. */
export async function measureZones({ read }: Workbench): Promise<Measured> {
  return measured('Machine-readable zones', answerZones(await read(ZONES)), figuresOf, (answers) =>
    answers.filter(({ found, valid }) => !(found && valid)).map(({ file, seen }) => `miss: ${file}, seen: ${seen}`),
  );
}

const figuresOf = (answers: readonly ZoneAnswer[]): AccuracyFigure[] => [
  share('zones: kind and country as named', answers.map(({ found }) => found)), // prettier-ignore
  share('zones: number, birth and expiry hold', answers.map(({ core }) => core)), // prettier-ignore
  share('zones: all check digits hold', answers.map(({ valid }) => valid)), // prettier-ignore
];

/**
 * Compares zones with what the file names say: `pass-fra` is a French passport, `visa-polx` a Polish visa, `id-d` a German
 * card. What follows the country's code is ignored.
 */
function answerZones(files: readonly ReadFile[]): ZoneAnswer[] {
  return files.flatMap(({ name, heldOut, readings }) => {
    const [, kind, country] = /^(pass|visa|id)-([a-z]{1,3})/.exec(name) ?? [];
    if (!kind || !country) return [];
    const zone = readings.mrz[0];
    const found = zone !== undefined && kindOf(zone) === kind && countryOf(zone) === country.toUpperCase();
    const core =
      zone !== undefined && CORE.every((check) => zone.checks.some(({ name: of, ok }) => of === check && ok));
    const seen = zone ? `${zone.format} ${countryOf(zone)}${zone.repaired ? ' repaired' : ''}` : 'nothing';
    return [{ file: name, heldOut, found, core, valid: zone?.valid ?? false, seen }];
  });
}

const kindOf = ({ format }: MrzReading): string =>
  format === 'TD3' ? 'pass' : format.startsWith('MRV') ? 'visa' : 'id';

/** As printed: `D` for Germany. */
const countryOf = ({ fields }: MrzReading): string => (fields.issuing_country?.raw ?? '').replace(/<+$/, '');
