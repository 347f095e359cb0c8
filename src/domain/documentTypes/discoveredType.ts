import { numbered, snakeCase } from '../core/snakeCase.js';
import type { FieldValue, FoundBy, ProposedField, TypeProposal } from '../documents/index.js';
import { MOST_FIELDS } from '../documents/index.js';
import type { DocumentTypeConfig, FieldRule } from './documentTypeConfig.js';
import { suggestRule } from './suggestedRules.js';

/** A document type that samples suggest: what is saved of it by `POST /v1/document-types` is what the caller likes. */
export interface DiscoveredType {
  context_id: string;
  display_name: string;
  category: DocumentTypeConfig['category'];
  output_schema: { [field: string]: string };
  validation_rules: { [field: string]: FieldRule };
  classify_hints: string[];
  /** The labels that announce each field. */
  prompt_hint: string;
  /** The type that the samples are of, where there is one already. */
  known: string | null;
  /** What the samples say of each field: the first one that says anything. */
  sample: { [field: string]: FieldValue };
  /** Who found each field; set where a language model answered about one of the samples. */
  found_by?: { [field: string]: FoundBy };
}

/** A type that there is, as far as it is taken over. */
export type KnownType = Pick<
  DocumentTypeConfig,
  'display_name' | 'category' | 'output_schema' | 'validation_rules' | 'classify_hints'
> & { context_id: string };

/** What a type is called whose samples have no heading that says it. */
const NAMELESS = 'Discovered document';

/**
 * Makes one document type of what was proposed for each of its samples. A field is taken over where at least half of the samples have
 * it; what a type that there is already knows of it counts for more than what a sample shows.
 *
 * @param proposals of samples of one type, at least one
 * @param types those that the proposals can name
 * @param isTaken whether the tenant has a type of that name
 */
export function discoverType(
  proposals: readonly TypeProposal[],
  types: readonly KnownType[],
  isTaken: (contextId: string) => boolean,
): DiscoveredType {
  const known = knownBy(proposals, types);
  const fields = sharedFields(proposals);
  const title = sharedTitle(proposals);
  const display_name = known?.display_name ?? (title ? capitalised(title) : NAMELESS);
  const hintOf = (field: ProposedField): string =>
    known?.output_schema[field.name] ?? (isInAll(field, proposals) ? field.hint : `${field.hint} or null`);
  return {
    context_id: freeName(known?.context_id ?? (snakeCase(display_name) || snakeCase(NAMELESS)), isTaken),
    display_name,
    category: known?.category ?? 'other',
    output_schema: Object.fromEntries(fields.map((field) => [field.name, hintOf(field)])),
    validation_rules: known ? rulesOf(fields, known) : withSuggestedRules(outputSchema(fields), {}),
    classify_hints: known ? [...known.classify_hints] : title ? [title] : [],
    prompt_hint: guidanceFor(fields),
    known: known?.context_id ?? null,
    sample: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...foundBy(fields, proposals),
  };
}

/** The type that most samples are of, the surest of two; none where as many are of no type. */
function knownBy(proposals: readonly TypeProposal[], types: readonly KnownType[]): KnownType | undefined {
  const votes = new Map<string | null, number>();
  for (const { known } of proposals) {
    const id = known?.context_id ?? null;
    votes.set(id, (votes.get(id) ?? 0) + 1 + (known?.confidence ?? 1) / 100);
  }
  const [most] = [...votes].sort(([, one], [, other]) => other - one);
  return types.find(({ context_id }) => context_id === most?.[0]);
}

/** Each field once, as the first sample that has it shows it, with the labels of all. */
function sharedFields(proposals: readonly TypeProposal[]): ProposedField[] {
  const fields = new Map<string, ProposedField & { count: number }>();
  for (const field of proposals.flatMap((proposal) => proposal.fields)) {
    const before = fields.get(field.name);
    const labels = [...new Set([...(before?.labels ?? []), ...field.labels])];
    fields.set(field.name, { ...(before ?? field), labels, count: (before?.count ?? 0) + 1 });
  }
  const enough = [...fields.values()].filter(({ count }) => 2 * count >= proposals.length);
  return enough.slice(0, MOST_FIELDS).map(({ name, hint, labels, value }) => ({ name, hint, labels, value }));
}

/** Who found each of the fields, on whichever of the samples: both, where each found it on one. */
function foundBy(
  fields: readonly ProposedField[],
  proposals: readonly TypeProposal[],
): Pick<DiscoveredType, 'found_by'> {
  const all = proposals.flatMap((proposal) => proposal.fields);
  if (all.every(({ found_by }) => found_by === undefined)) return {};
  const of = ({ name }: ProposedField): FoundBy => {
    const by = new Set(all.filter((field) => field.name === name).map(({ found_by = 'engine' }) => found_by));
    if (by.has('differing')) return 'differing';
    if (by.has('both') || by.size > 1) return 'both';
    return by.has('model') ? 'model' : 'engine';
  };
  return { found_by: Object.fromEntries(fields.map((field) => [field.name, of(field)])) };
}

const isInAll = ({ name }: ProposedField, proposals: readonly TypeProposal[]): boolean =>
  proposals.every(({ fields }) => fields.some((field) => field.name === name));

/** The heading that at least half of the samples have; the most prominent one of the first where there are several. */
const sharedTitle = (proposals: readonly TypeProposal[]): string | undefined =>
  proposals
    .flatMap(({ titles }) => titles)
    .find(
      (title) =>
        2 * proposals.filter(({ titles }) => titles.some((one) => isSame(one, title))).length >= proposals.length,
    );

const isSame = (one: string, other: string): boolean => snakeCase(one) === snakeCase(other);

const outputSchema = (fields: readonly ProposedField[]): { [field: string]: string } =>
  Object.fromEntries(fields.map(({ name, hint }) => [name, hint]));

const rulesOf = (fields: readonly ProposedField[], { validation_rules }: KnownType): { [field: string]: FieldRule } =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const rule = validation_rules[name];
      return rule ? [[name, rule] as const] : [];
    }),
  );

/** Rules for the fields of a schema: what their names suggest, and on top of it what is given. */
export const withSuggestedRules = (
  schema: { [field: string]: string },
  rules: { [field: string]: FieldRule },
): { [field: string]: FieldRule } =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, hint]) => {
      const rule = { ...suggestRule(name, hint), ...rules[name] };
      return Object.keys(rule).length > 0 ? [[name, rule] as const] : [];
    }),
  );

/** Guidance that names the labels of fields, a line each; a label with one of the separators of that form cannot be given. */
export const guidanceFor = (fields: readonly Pick<ProposedField, 'name' | 'labels'>[]): string =>
  fields
    .map(({ name, labels }) => ({ name, given: labels.filter((label) => !/[,;:\n]/.test(label)) }))
    .filter(({ given }) => given.length > 0)
    .map(({ name, given }) => `${name}: ${given.join(', ')}`)
    .join('\n');

/** A name that is not taken: the wanted one, or with a number behind it. */
export function freeName(wanted: string, isTaken: (contextId: string) => boolean): string {
  let attempt = 1;
  while (isTaken(numbered(wanted, attempt))) attempt++;
  return numbered(wanted, attempt);
}

/** `LIEFERSCHEIN` is printed so, and called `Lieferschein`. */
const capitalised = (title: string): string =>
  title === title.toUpperCase() ? title.charAt(0) + title.slice(1).toLowerCase() : title;
