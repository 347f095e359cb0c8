import type { Schemas } from '../../api/schemas.js';
import { isNamed, valueAt, type Named, type Refusal } from '../../editor/places.js';

/** A rule of a field, by its names in the API, and whatever else stands there. */
export type Rule = Schemas['FieldRuleBody'] & { [other: string]: unknown };

/** A format by its name; empty for none. */
export type Format = NonNullable<Schemas['FieldRuleBody']['format']> | '';

/** Other rules of a field; what is false or empty is none. */
export type RuleChange = Omit<Schemas['FieldRuleBody'], 'format'> & { format?: Format };

/** A field as a row of the form. */
export interface FieldRow {
  name: string;
  /** What is read there: `string`, `date YYYY-MM-DD or null`. */
  type: string;
  rule: Rule;
}

const typesOf = ({ output_schema }: Named): [name: string, type: unknown][] =>
  isNamed(output_schema) ? Object.entries(output_schema) : [];
const rulesOf = ({ validation_rules }: Named): [name: string, rule: unknown][] =>
  isNamed(validation_rules) ? Object.entries(validation_rules) : [];

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The lists that the form shows. */
const LISTS = [['classify_hints'], ['pipeline_steps'], ['describes', 'countries']];

/** Whether the form can show a configuration: its lists are of texts, each field has a hint that is text, and rules that have names. */
export const fitsForm = (config: Named): boolean =>
  LISTS.every((place) => valueAt(config, place) === undefined || isTexts(valueAt(config, place))) &&
  [config['output_schema'], config['validation_rules'], config['describes']].every(
    (part) => part === undefined || isNamed(part),
  ) &&
  typesOf(config).every(([, type]) => typeof type === 'string') &&
  rulesOf(config).every(([, rule]) => isNamed(rule));

/** The fields of a configuration, in its order. */
export function fieldRows(config: Named): FieldRow[] {
  const rules = new Map(rulesOf(config));
  return typesOf(config).map(([name, type]) => ({ name, type: String(type), rule: { ...(rules.get(name) as Rule) } }));
}

/** The configuration with other types of its fields. */
const withTypes = (config: Named, types: readonly (readonly [string, unknown])[]): Named => ({
  ...config,
  output_schema: Object.fromEntries(types),
});

/** Gives a field another hint. */
export const withType = (config: Named, name: string, type: string): Named =>
  withTypes(config, [...new Map([...typesOf(config), [name, type]])]);

/** Gives a field another rule of a name; without it where it says nothing. A field without rules is not named among them. */
export function withRule(config: Named, name: string, said: RuleChange): Named {
  const rules = new Map(rulesOf(config));
  const rule = Object.entries({ ...(rules.get(name) as Rule), ...said }).filter(
    ([member, value]) => !(member in said && (value === false || value === '')),
  );
  if (rule.length > 0) rules.set(name, Object.fromEntries(rule));
  else rules.delete(name);
  return { ...config, validation_rules: Object.fromEntries(rules) };
}

/** Where values stand (`field: label, label; …`), with another name of a field. */
const hintRenamed = (hint: string, from: string, to: string): string =>
  hint
    .split(/([\n;])/)
    .map((part) => {
      const [, before = '', field, after = ''] = /^(\s*)([^:]*?)(\s*:.*)$/s.exec(part) ?? [];
      return field === from ? `${before}${to}${after}` : part;
    })
    .join('');

/** Gives a field another name, wherever it stands: in its place, with its rules, before its labels, and as what says who issued the document. */
export function renamed(config: Named, from: string, to: string): Named {
  const rename = (entries: readonly [string, unknown][]): [string, unknown][] =>
    entries.map(([name, value]) => [name === from ? to : name, value]);
  const next = withTypes(config, rename(typesOf(config)));
  const rules = rulesOf(config);
  const { describes, prompt_hint } = config;
  const issuer = isNamed(describes) ? describes['issuer'] : undefined;
  return {
    ...next,
    ...(rules.length > 0 && { validation_rules: Object.fromEntries(rename(rules)) }),
    ...(typeof prompt_hint === 'string' && { prompt_hint: hintRenamed(prompt_hint, from, to) }),
    ...(isNamed(describes) &&
      isNamed(issuer) && {
        describes: {
          ...describes,
          issuer: Object.fromEntries(
            Object.entries(issuer).map(([part, field]) => [part, field === from ? to : field]),
          ),
        },
      }),
  };
}

/** Takes a field away, with its rules: a rule about a field that is not read is refused. */
export function without(config: Named, name: string): Named {
  const left = (entries: readonly [string, unknown][]) => entries.filter(([one]) => one !== name);
  const next = withTypes(config, left(typesOf(config)));
  const rules = rulesOf(config);
  return rules.some(([one]) => one === name) ? { ...next, validation_rules: Object.fromEntries(left(rules)) } : next;
}

/** Puts a field in another place. */
export function moved(config: Named, from: number, to: number): Named {
  const types = typesOf(config);
  return withTypes(config, types.toSpliced(from, 1).toSpliced(to, 0, ...types.slice(from, from + 1)));
}

/** A name that no field has. */
export function freeName(config: Named): string {
  const taken = new Set(typesOf(config).map(([name]) => name));
  for (let number = taken.size + 1; ; number += 1) if (!taken.has(`field_${number}`)) return `field_${number}`;
}

/** The field that a refusal is about, by its place, or by how the service names it; undefined where it is about none. */
export function refusedField(refusal: Refusal | undefined, names: readonly string[]): string | undefined {
  if (!refusal) return undefined;
  const [part, field] = refusal.place;
  const ofFields = ['output_schema', 'validation_rules'];
  if (ofFields.includes(String(part)) && names.includes(String(field))) return String(field);
  // Of other parts it is said there, also where it names a field.
  if (part !== undefined && !ofFields.includes(String(part))) return undefined;
  const placesOf = (name: string): string[] => [
    ...ofFields.flatMap((part) => ['.', ' ', '`'].map((end) => `${part}.${name}${end}`)),
    `"${name}"`,
  ];
  return names
    .filter((name) => placesOf(name).some((place) => `${refusal.message} `.includes(place)))
    .toSorted((one, other) => other.length - one.length)[0];
}
