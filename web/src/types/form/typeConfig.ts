import { isNamed, valueAt, type Named } from '../../editor/places.js';

/** Nothing, as a member of its kind says it. */
function nothingOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isNamed(value) ? {} : '';
}

/** A configuration in which nothing is left out that was there: what a change of a type leaves out stays as it was. */
export const withAllSaid = (before: Named, next: Named): Named => {
  const emptied = Object.entries(before).filter(([member]) => !(member in next));
  return { ...next, ...Object.fromEntries(emptied.map(([member, value]) => [member, nothingOf(value)])) };
};

/** Whether a type says that nothing is done with its pages. */
export const saysNoStep = ({ pipeline_steps }: Named): boolean =>
  Array.isArray(pipeline_steps) && pipeline_steps.length === 0;

/** How a type says who issued its documents: it does not, it says that no field does, or which fields do. */
export type IssuerBy = 'unsaid' | 'none' | 'fields';

/** Reads it. */
export function issuerOf(config: Named): IssuerBy {
  const issuer = valueAt(config, ['describes', 'issuer']);
  if (!isNamed(issuer)) return 'unsaid';
  return Object.keys(issuer).length === 0 ? 'none' : 'fields';
}

/** Says which fields say who issued a document; with undefined it is not said. */
export function withIssuer(config: Named, issuer: Named | undefined): Named {
  const { issuer: _, ...others } = isNamed(config['describes']) ? config['describes'] : {};
  return { ...config, describes: { ...others, ...(issuer && { issuer }) } };
}

/** Says which field has the name or the address of who issued a document; none does where it is empty. */
export function withIssuerField(config: Named, part: 'name' | 'address', field: string): Named {
  const issuer = valueAt(config, ['describes', 'issuer']);
  const { [part]: _, ...others } = isNamed(issuer) ? issuer : {};
  return withIssuer(config, field === '' ? others : { ...others, [part]: field });
}
