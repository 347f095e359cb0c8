import { isNamed, valueAt, withValue, type Named, type Refusal } from '../../editor/places.js';

/** Whether a case needs a document of a type: one of it alone will do, none is needed, or it will do for those of an entry of what is required. */
export type Need = 'alone' | 'optional' | `instead:${number}`;

/** A document type that an agent takes. */
export interface AskedType {
  context_id: string;
  need: Need;
  /** The entries that it will do for or could, by what else will do there. */
  instead: { need: Need; of: readonly string[] }[];
  /** What classification says besides, where that is taken as this type. */
  takenToo: readonly string[];
}

/** What classification says, and the type that is used for it. */
export const mapped = ({ doc_type_map }: Named): [classified: string, used: string][] =>
  isNamed(doc_type_map) ? Object.entries(doc_type_map).map(([classified, used]) => [classified, String(used)]) : [];

const typesOf = (entry: unknown): string[] => (Array.isArray(entry) ? entry.map(String) : String(entry).split('|'));

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** What a case requires, by entries of which one type each will do; where the definition does not say, one of each type that it maps to. */
const entriesOf = (definition: Named): string[][] =>
  Array.isArray(definition['required'])
    ? definition['required'].map(typesOf)
    : distinct(mapped(definition).map(([, used]) => used)).map((used) => [used]);

const usedTypes = (definition: Named): string[] =>
  distinct([...mapped(definition).map(([, used]) => used), ...entriesOf(definition).flat()]);

/** The types that an agent takes, in the order in which its definition names them. */
export function askedTypes(definition: Named): AskedType[] {
  const entries = entriesOf(definition);
  return usedTypes(definition).map((context_id) => {
    const index = entries.findIndex((entry) => entry.includes(context_id));
    const others = entries.map((entry) => entry.filter((one) => one !== context_id));
    const isAlone = others[index]?.length === 0;
    return {
      context_id,
      need: index < 0 ? 'optional' : isAlone ? 'alone' : `instead:${index}`,
      instead: others.flatMap((of, at) => (of.length > 0 ? [{ need: `instead:${at}` as const, of }] : [])),
      takenToo: mapped(definition).flatMap(([classified, used]) =>
        used === context_id && classified !== context_id ? [classified] : [],
      ),
    };
  });
}

/** The types of some that an agent does not take yet, and that it does not take as another. */
export const addableTypes = (definition: Named, all: readonly string[]): string[] => {
  const taken = new Set([...mapped(definition).flat(), ...usedTypes(definition)]);
  return distinct(all).filter((one) => !taken.has(one));
};

/** Says anew what is required; entries that stay what they were are written as they were. */
function withEntries(definition: Named, entries: readonly (readonly string[])[]): Named {
  const given: unknown[] = Array.isArray(definition['required']) ? definition['required'] : [];
  const asGiven = new Map(given.map((entry) => [typesOf(entry).join('|'), entry]));
  const required = entries
    .filter((entry) => entry.length > 0)
    .map((entry) => asGiven.get(entry.join('|')) ?? (entry.length === 1 ? entry[0] : entry));
  return withValue(definition, ['required'], required);
}

/** Says whether a document of a type is needed. */
export function withNeed(definition: Named, context_id: string, need: Need): Named {
  const entries = entriesOf(definition);
  const first = entries.findIndex((entry) => entry.includes(context_id));
  const others = entries.map((entry) => entry.filter((one) => one !== context_id));
  if (need === 'optional') return withEntries(usingAnyway(definition, context_id), others);
  if (need === 'alone')
    return withEntries(definition, others.toSpliced(first < 0 ? others.length : first + 1, 0, [context_id]));
  const at = Number(need.slice('instead:'.length));
  const whole = entries[at]?.includes(context_id) ? entries[at] : [...(others[at] ?? []), context_id];
  return withEntries(definition, others.with(at, whole));
}

/** One that only what is required names is used no more once it is not: then what classification says by its name is taken as it. */
export function usingAnyway(definition: Named, context_id: string): Named {
  const names = mapped(definition);
  const isUsed = names.some(([classified, used]) => used === context_id || classified === context_id);
  return isUsed ? definition : withValue(definition, ['doc_type_map', context_id], context_id);
}

/** Takes a document type: one document of it is needed. */
export function withAskedType(definition: Named, context_id: string): Named {
  const next = withValue(definition, ['doc_type_map', context_id], context_id);
  return Array.isArray(definition['required']) ? withEntries(next, [...entriesOf(definition), [context_id]]) : next;
}

/** Takes a document type no more: nothing of the definition names it then. */
export function withoutAskedType(definition: Named, context_id: string): Named {
  // An alias may name what classification says, too.
  const gone = [
    context_id,
    ...mapped(definition).flatMap(([classified, used]) => (used === context_id ? [classified] : [])),
  ];
  const withoutNames = (['doc_type_map', 'classify_aliases'] as const).reduce((left, member) => {
    const names = isNamed(left[member]) ? Object.entries(left[member]) : [];
    const naming = names.filter(([, named]) =>
      member === 'doc_type_map' ? named === context_id : gone.includes(String(named)),
    );
    return naming.reduce((one, [name]) => withValue(one, [member, name], undefined), left);
  }, definition);
  const left = [
    ['sides', context_id],
    ['rules', 'max_age_days', context_id],
    ...(isNamed(definition['pipeline_per_type']) ? [['pipeline_per_type', context_id]] : []),
  ].reduce((one, place) => (valueAt(one, place) === undefined ? one : withValue(one, place, undefined)), withoutNames);
  if (!Array.isArray(definition['required'])) return left;
  return withEntries(
    left,
    entriesOf(definition).map((entry) => entry.filter((one) => one !== context_id)),
  );
}

/** Where types are named whose refusal is said with the type. */
const OF_TYPES = ['doc_type_map', 'classify_aliases', 'required', 'sides'];

/**
 * The type that a refusal of a definition is about: the one that it names first, else the one at its place; undefined where it is about none.
 * @param composites types that no agent can have: what is refused of them is of them wherever they are named
 */
export function refusedType(
  definition: Named,
  { place, message }: Refusal,
  composites: readonly string[] = [],
): string | undefined {
  const quoted = /"([^"]+)"/.exec(message)?.[1] ?? '';
  if (composites.includes(quoted)) return quoted;
  if (!OF_TYPES.includes(String(place[0])) && place[1] !== 'max_age_days') return undefined;
  const used = usedTypes(definition);
  // A whole list of what is required is of no one type of it.
  const there = place.length > 1 ? typesOf(valueAt(definition, place)) : [];
  return [quoted, String(place.at(-1)), ...there].find((context_id) => used.includes(context_id));
}
