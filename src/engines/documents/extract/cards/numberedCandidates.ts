import { foldText } from '../../text/fold.js';
import { candidate, type SearchedDocument } from '../fieldCandidates.js';
import type { Candidate, Span } from '../candidate.js';
import type { FieldPlan } from '../fieldPlan.js';
import { withFollowingLines } from '../header/addressBlock.js';
import type { LabelHit } from '../labels/findLabels.js';
import { readValues } from '../readValue.js';
import { beginsWithNumber, type NumberedField } from './numberedFields.js';
import { underLabel } from './underLabel.js';

/** What a number stands for where the schema does not say: by concept, in the European Union. */
const EUROPEAN: { readonly [number: string]: string } = {
  '1': 'surname',
  '2': 'given_names',
  '3': 'birth_date',
  '4a': 'issue_date',
  '4b': 'expiry_date',
  '4c': 'issuing_authority',
  '4d': 'personal_number',
  '5': 'document_number',
  '8': 'address',
  '9': 'vehicle_categories',
  '12': 'restrictions',
};
/** In North America, where it differs or goes on. */
const NORTH_AMERICAN: { readonly [number: string]: string } = {
  ...EUROPEAN,
  '1,2': 'full_name',
  '4d': 'document_number',
  '5': 'document_discriminator',
  '9a': 'endorsements',
  '15': 'sex',
  '16': 'height',
  '17': 'weight',
  '18': 'eye_color',
  '19': 'hair_color',
};
/** Only North American cards number these. */
const ONLY_NORTH_AMERICAN = ['9a', '15', '16', '17', '18'];
/** The number says what the field is; what little doubt there is, is whether it is one. */
const NUMBERED = 1;

/** Categories are short; a longer word behind them (`B DONOR`) is none. */
const BEHIND_CATEGORIES = /(?<=\S)\s+\p{Lu}{4,}(?:\s.*)?$/su;
/** `5 DDK4482…`: the reader lost the space behind the label of the document discriminator. */
const GLUED_DISCRIMINATOR = /^\s*DD(?=[A-Z0-9]{6})/;

/** The candidates of a field of a card that numbers its fields. */
export function numberedCandidates(
  plan: FieldPlan,
  fields: readonly NumberedField[],
  document: SearchedDocument,
): Candidate[] {
  const field = fields.find(({ number }) => announces(number, plan, fields));
  if (!field) return [];
  for (const spot of spotsOf(field, plan, fields, document)) {
    const text = spot.segment.text.slice(spot.start, spot.end);
    const [read] = readValues(text, plan, document.context);
    if (!read) continue;
    const raw = plan.concept === 'vehicle_categories' ? read.raw.replace(BEHIND_CATEGORIES, '') : read.raw;
    const start = spot.start + read.start;
    const span = { segment: spot.segment, start, end: start + raw.length };
    const value = raw === read.raw ? read.value : raw;
    const found = candidate({ ...read, value, raw }, [span], 'right', NUMBERED, [plan.name]);
    return [plan.shape === 'address' ? withFollowingLines(found, document.layout, document.labels) : found];
  }
  return [];
}

/** What the type itself says of a number outranks the standards. */
function announces(number: string, plan: FieldPlan, fields: readonly NumberedField[]): boolean {
  const first = plan.labels.map((label) => foldText(label).split(' ')[0] ?? '');
  if (first.some((word) => Object.hasOwn(NORTH_AMERICAN, word))) return first.includes(number);
  const isNorthAmerican = fields.some((field) => ONLY_NORTH_AMERICAN.includes(field.number));
  return plan.concept !== null && (isNorthAmerican ? NORTH_AMERICAN : EUROPEAN)[number] === plan.concept;
}

/** Behind the number and its label, else in the next column, else below. */
function spotsOf(
  field: NumberedField,
  plan: FieldPlan,
  fields: readonly NumberedField[],
  { layout, labels }: SearchedDocument,
): Span[] {
  const { segment } = field.token;
  const start = behindLabel(field, plan, labels.get(segment) ?? []);
  if (/[\p{L}\p{N}]/u.test(segment.text.slice(start, field.end))) return [{ segment, start, end: field.end }];
  const row = layout.rows[segment.row]!.segments;
  const next = row[row.indexOf(segment) + 1];
  const beside = next && field.end === segment.text.length && !beginsWithNumber(next, fields) ? [next] : [];
  const below = underLabel(segment, field.token.start, layout).filter((under) => !beginsWithNumber(under, fields));
  return [...beside, ...below].map((other) => ({ segment: other, start: 0, end: endOf(other, fields) }));
}

/** Where the label ends that may stand between a number and its value, with its translation (`4a ISS/DÉL`). */
function behindLabel({ token, end }: NumberedField, plan: FieldPlan, hits: readonly LabelHit[]): number {
  const { text } = token.segment;
  let behind = token.end;
  for (const hit of hits) {
    const follows = hit.end > behind && hit.start < end && !/[\p{L}\p{N}]/u.test(text.slice(behind, hit.start));
    if (follows && hit.fields.includes(plan.name)) behind = hit.end;
  }
  const isLabelled = behind > token.end;
  const glued = plan.concept === 'document_discriminator' ? GLUED_DISCRIMINATOR.exec(text.slice(behind, end)) : null;
  if (glued) return behind + glued[0].length;
  const translation = isLabelled ? /^\s*\/\s*\p{L}+/u.exec(text.slice(behind, end)) : null;
  return behind + (translation?.[0].length ?? 0);
}

const endOf = (segment: Span['segment'], fields: readonly NumberedField[]): number =>
  Math.min(
    segment.text.length,
    ...fields.filter(({ token }) => token.segment === segment).map(({ token }) => token.start),
  );
