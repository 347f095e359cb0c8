import type { MrzCheck, MrzFieldName, MrzFormat } from './mrzReading.js';

/** How the characters of a field become a value. */
export type MrzFieldKind = 'text' | 'country' | 'names' | 'name' | 'birth_date' | 'expiry_date' | 'issue_month' | 'sex';

/** A stretch of a line: `[line, start, end]`, all from 0, `end` exclusive. */
export type MrzSpan = readonly [line: number, start: number, end: number];

/** Where a field stands. `names` holds surname and given names, parted by `<<`. */
export interface LayoutField {
  name: MrzFieldName;
  kind: MrzFieldKind;
  span: MrzSpan;
}

/** Which characters a check digit covers, in order, and where it stands. */
export interface LayoutCheck {
  name: MrzCheck['name'];
  at: readonly [line: number, position: number];
  over: readonly MrzSpan[];
  /** The issuer may leave a filler instead of `0` when the field is empty. */
  optional?: boolean;
  /** A filler here says that the number is longer than its field and goes on in the span (ICAO 9303-5, 4.2.2, note j). */
  continues?: MrzSpan;
}

/**
 * The layout of one kind of zone. `lines` says per position which characters may stand there: `9` a digit, `n` a digit or filler,
 * `a` a letter or filler, `x` any, `s` a sex, `t` the code of an official travel document (`A`, `C`, `I`), anything else itself.
 */
export interface MrzLayout {
  format: MrzFormat;
  lines: readonly string[];
  fields: readonly LayoutField[];
  checks: readonly LayoutCheck[];
}

const x = (count: number): string => 'x'.repeat(count);
const a = (count: number): string => 'a'.repeat(count);
const text = (name: MrzFieldName, ...span: MrzSpan): LayoutField => ({ name, kind: 'text', span });
const country = (name: MrzFieldName, ...span: MrzSpan): LayoutField => ({ name, kind: 'country', span });

/** What TD2, TD3 and both visas share: a line of names and the first 28 characters of the line below. */
function twoLines(length: number): LayoutField[] {
  return [
    text('document_code', 0, 0, 2),
    country('issuing_country', 0, 2, 5),
    { name: 'surname', kind: 'names', span: [0, 5, length] },
    text('document_number', 1, 0, 9),
    country('nationality', 1, 10, 13),
    { name: 'birth_date', kind: 'birth_date', span: [1, 13, 19] },
    { name: 'sex', kind: 'sex', span: [1, 20, 21] },
    { name: 'expiry_date', kind: 'expiry_date', span: [1, 21, 27] },
  ];
}

const TWO_LINE_CHECKS: readonly LayoutCheck[] = [
  { name: 'document_number', at: [1, 9], over: [[1, 0, 9]] },
  { name: 'birth_date', at: [1, 19], over: [[1, 13, 19]] },
  { name: 'expiry_date', at: [1, 27], over: [[1, 21, 27]] },
];

const SECOND_LINE = `${x(9)}9aaannnnnn9snnnnnn9`;

/** ICAO Doc 9303-4, 4.2: passports, 2 lines of 44. */
const TD3: MrzLayout = {
  format: 'TD3',
  lines: [`Pxaaa${a(39)}`, `${SECOND_LINE}${x(14)}n9`],
  fields: [...twoLines(44), text('personal_number', 1, 28, 42)],
  checks: [
    ...TWO_LINE_CHECKS,
    { name: 'optional_data', at: [1, 42], over: [[1, 28, 42]], optional: true },
    { name: 'composite', at: [1, 43], over: [[1, 0, 10], [1, 13, 20], [1, 21, 43]] }, // prettier-ignore
  ],
};

/** ICAO Doc 9303-6, 4.2: identity cards, 2 lines of 36. */
const TD2: MrzLayout = {
  format: 'TD2',
  lines: [`txaaa${a(31)}`, `${x(9)}naaannnnnn9snnnnnn9${x(7)}9`],
  fields: [...twoLines(36), text('optional_data', 1, 28, 35)],
  checks: [
    { name: 'document_number', at: [1, 9], over: [[1, 0, 9]], continues: [1, 28, 35] },
    ...TWO_LINE_CHECKS.slice(1),
    { name: 'composite', at: [1, 35], over: [[1, 0, 10], [1, 13, 20], [1, 21, 35]] }, // prettier-ignore
  ],
};

/** ICAO Doc 9303-7, 4.1: visas, 2 lines of 44, no composite. */
const MRV_A: MrzLayout = {
  format: 'MRV-A',
  lines: [`Vxaaa${a(39)}`, `${SECOND_LINE}${x(16)}`],
  fields: [...twoLines(44), text('optional_data', 1, 28, 44)],
  checks: TWO_LINE_CHECKS,
};

/** ICAO Doc 9303-7, 4.2: visas, 2 lines of 36, no composite. */
const MRV_B: MrzLayout = {
  format: 'MRV-B',
  lines: [`Vxaaa${a(31)}`, `${SECOND_LINE}${x(8)}`],
  fields: [...twoLines(36), text('optional_data', 1, 28, 36)],
  checks: TWO_LINE_CHECKS,
};

/** ICAO Doc 9303-5, 4.2: identity cards, 3 lines of 30. */
const TD1: MrzLayout = {
  format: 'TD1',
  lines: [`txaaa${x(9)}n${x(15)}`, `nnnnnn9snnnnnn9aaa${x(11)}9`, a(30)],
  fields: [
    text('document_code', 0, 0, 2),
    country('issuing_country', 0, 2, 5),
    text('document_number', 0, 5, 14),
    text('optional_data', 0, 15, 30),
    { name: 'birth_date', kind: 'birth_date', span: [1, 0, 6] },
    { name: 'sex', kind: 'sex', span: [1, 7, 8] },
    { name: 'expiry_date', kind: 'expiry_date', span: [1, 8, 14] },
    country('nationality', 1, 15, 18),
    text('optional_data_2', 1, 18, 29),
    { name: 'surname', kind: 'names', span: [2, 0, 30] },
  ],
  checks: [
    { name: 'document_number', at: [0, 14], over: [[0, 5, 14]], continues: [0, 15, 30] },
    { name: 'birth_date', at: [1, 6], over: [[1, 0, 6]] },
    { name: 'expiry_date', at: [1, 14], over: [[1, 8, 14]] },
    { name: 'composite', at: [1, 29], over: [[0, 5, 30], [1, 0, 7], [1, 8, 15], [1, 18, 29]] }, // prettier-ignore
  ],
};

/**
 * The French identity card of 1994 to 2021, 2 lines of 36: surname, department and office above; year and month of issue,
 * department, running number, given names, birth and sex below (arrêté du 24 avril 1991, Ministère de l'Intérieur).
 */
const FRA_ID: MrzLayout = {
  format: 'FRA_ID',
  lines: [`IDFRA${a(25)}${x(6)}`, `9999xxx999999${a(14)}9999999s9`],
  fields: [
    text('document_code', 0, 0, 2),
    country('issuing_country', 0, 2, 5),
    { name: 'surname', kind: 'name', span: [0, 5, 30] },
    text('department', 0, 30, 33),
    text('office', 0, 33, 36),
    text('document_number', 1, 0, 12),
    { name: 'issue_date', kind: 'issue_month', span: [1, 0, 4] },
    { name: 'given_names', kind: 'name', span: [1, 13, 27] },
    { name: 'birth_date', kind: 'birth_date', span: [1, 27, 33] },
    { name: 'sex', kind: 'sex', span: [1, 34, 35] },
  ],
  checks: [
    { name: 'document_number', at: [1, 12], over: [[1, 0, 12]] },
    { name: 'birth_date', at: [1, 33], over: [[1, 27, 33]] },
    { name: 'composite', at: [1, 35], over: [[0, 0, 36], [1, 0, 35]] }, // prettier-ignore
  ],
};

/** The French driving licence since 2013, 1 line of 30 (arrêté du 20 avril 2012, annexe; model of directive 2006/126/EC). */
const FRA_DL: MrzLayout = {
  format: 'FRA_DL',
  lines: [`D1FRA${x(9)}9999999${a(8)}9`],
  fields: [
    text('document_code', 0, 0, 2),
    country('issuing_country', 0, 2, 5),
    text('document_number', 0, 5, 14),
    { name: 'expiry_date', kind: 'expiry_date', span: [0, 15, 21] },
    { name: 'surname', kind: 'name', span: [0, 21, 29] },
  ],
  checks: [
    { name: 'document_number', at: [0, 14], over: [[0, 0, 14]] },
    { name: 'composite', at: [0, 29], over: [[0, 0, 29]] },
  ],
};

/**
 * The Dutch driving licence since 2014, 1 line of 30: version, number of ten digits, thirteen characters drawn at random that open the
 * chip, one check digit over all (RDW; basic access protection of ISO/IEC 18013-3).
 */
const NLD_DL: MrzLayout = {
  format: 'NLD_DL',
  lines: [`D1NLD9${'9'.repeat(10)}${x(13)}9`],
  fields: [text('document_code', 0, 0, 2), country('issuing_country', 0, 2, 5), text('document_number', 0, 6, 16)],
  checks: [{ name: 'composite', at: [0, 29], over: [[0, 0, 29]] }],
};

/** Every layout that is understood, the ones with the strongest proof first. */
export const MRZ_LAYOUTS: readonly MrzLayout[] = [TD3, TD1, FRA_ID, TD2, MRV_A, MRV_B, FRA_DL, NLD_DL];
