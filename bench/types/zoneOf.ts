import type { MachineReadings } from '../../src/engines/documents/extract/extraction.js';
import type { MrzFormat } from '../../src/engines/documents/mrz/mrzReading.js';
import type { Random } from '../../specimens/random.js';

/** Format and document code of zones by the kind of document (ICAO Doc 9303). */
const ZONES: { [kind: string]: [MrzFormat, string] } = {
  passport: ['TD3', 'P'],
  visa: ['MRV-A', 'V'],
  identity_card: ['TD1', 'I'],
  residence_permit: ['TD1', 'AR'],
};

/** What was read of zones: of every other page of a kind that has one. */
export function zoneOf(random: Random, kind: string): MachineReadings {
  const zone = ZONES[kind];
  if (!zone || random.chance(0.5)) return { mrz: [], barcodes: [] };
  const [format, code] = zone;
  const box: [number, number, number, number] = [0, 0.8, 1, 0.1];
  const field = (value: string) => ({ value, raw: value, box, confidence: 1 });
  return {
    mrz: [
      {
        ...{ format, page: 1, box, lines: [], checks: [], valid: true, repaired: false, names_truncated: false },
        ...{ withheld: [], confidence: 0.7 + 0.3 * random.next() },
        fields: { document_code: field(code), issuing_country: field('UTO') },
      },
    ],
    barcodes: [],
  };
}
