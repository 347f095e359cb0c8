import { isNamed, valueAt, withValue, type Named } from '../../editor/places.js';
import { askedTypes, mapped, usingAnyway } from './typesAsked.js';

const aliases = ({ classify_aliases }: Named): [alias: string, named: string][] =>
  isNamed(classify_aliases) ? Object.entries(classify_aliases).map(([alias, named]) => [alias, String(named)]) : [];

/** Whether an alias that names something is one of a type: what classification says is named by an alias, too. */
const isOf = (definition: Named, context_id: string, named: string): boolean => {
  const used = mapped(definition).find(([classified]) => classified === named)?.[1];
  return (used ?? named) === context_id;
};

/** Other names that people have for a type. */
export const aliasesOf = (definition: Named, context_id: string): string[] =>
  aliases(definition).flatMap(([alias, named]) => (isOf(definition, context_id, named) ? [alias] : []));

/** Says which other names a type has; what one that it had means stays. */
export function withAliases(definition: Named, context_id: string, names: readonly string[]): Named {
  const given = aliases(definition);
  const left = given.filter(([alias, named]) => names.includes(alias) || !isOf(definition, context_id, named));
  const known = new Set(left.map(([alias]) => alias));
  const added = names.filter((name) => !known.has(name)).map((name): [string, string] => [name, context_id]);
  const next = Object.fromEntries([...left, ...added]);
  return withValue(definition, ['classify_aliases'], Object.keys(next).length > 0 ? next : undefined);
}

/** Takes what classification says as a type, or no more. */
export const withTakenToo = (definition: Named, context_id: string, classified: string, isTaken: boolean): Named =>
  isTaken
    ? withValue(definition, ['doc_type_map', classified], context_id)
    : usingAnyway(withValue(definition, ['doc_type_map', classified], undefined), context_id);

/** All document types that a definition names, wherever it does: those that it takes first. */
export function namedTypes(definition: Named): string[] {
  const keysAt = (...place: string[]): string[] => {
    const value = valueAt(definition, place);
    return isNamed(value) ? Object.keys(value) : [];
  };
  return [
    ...new Set([
      ...askedTypes(definition).map(({ context_id }) => context_id),
      ...keysAt('sides'),
      ...keysAt('rules', 'max_age_days'),
      ...keysAt('pipeline_per_type'),
      ...aliases(definition).map(([, named]) => named),
    ]),
  ];
}
