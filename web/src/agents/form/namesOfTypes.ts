import { isNamed, valueAt, withValue, type Named } from '../../editor/places.js';
import { askedTypes, mapped, usingAnyway } from './typesAsked.js';

const aliases = ({ classify_aliases }: Named): [alias: string, named: string][] =>
  isNamed(classify_aliases) ? Object.entries(classify_aliases).map(([alias, named]) => [alias, String(named)]) : [];

/** The type that something is used as: what classification says is named by an alias, too. */
const usedAs = (definition: Named, named: string): string =>
  mapped(definition).find(([classified]) => classified === named)?.[1] ?? named;

/** Other names that people have for a type. */
export const aliasesOf = (definition: Named, context_id: string): string[] =>
  aliases(definition).flatMap(([alias, named]) => (usedAs(definition, named) === context_id ? [alias] : []));

/** Of some names those that another type has, with that type. */
export const namesElsewhere = (
  definition: Named,
  context_id: string,
  names: readonly string[],
): [name: string, used: string][] => {
  const given = new Map(aliases(definition));
  return names.flatMap((name): [string, string][] => {
    const named = given.get(name);
    const used = named === undefined ? context_id : usedAs(definition, named);
    return used === context_id ? [] : [[name, used]];
  });
};

/** Says which other names a type has, in this order; what one that it had means stays, and what another type has stays of that. */
export function withAliases(definition: Named, context_id: string, names: readonly string[]): Named {
  const given = aliases(definition);
  const others = given.filter(([, named]) => usedAs(definition, named) !== context_id);
  const [before, elsewhere] = [new Map(given), new Set(others.map(([alias]) => alias))];
  const own = names.filter((name) => !elsewhere.has(name)).map((name) => [name, before.get(name) ?? context_id]);
  const next = Object.fromEntries([...others, ...own]) as Named;
  return withValue(definition, ['classify_aliases'], Object.keys(next).length > 0 ? next : undefined);
}

/** Takes what classification says as a type, or no more; other names that people have for that are then names of the type. */
export function withTakenToo(definition: Named, context_id: string, classified: string, isTaken: boolean): Named {
  if (isTaken) return withValue(definition, ['doc_type_map', classified], context_id);
  const named = aliases(definition).filter(([, one]) => one === classified);
  const left = withValue(definition, ['doc_type_map', classified], undefined);
  const next = named.reduce((one, [alias]) => withValue(one, ['classify_aliases', alias], context_id), left);
  return usingAnyway(next, context_id);
}

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
