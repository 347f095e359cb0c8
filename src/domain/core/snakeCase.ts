/** Longest name in snake_case, of an agent's goal and of a document type, in characters. */
const LONGEST = 64;

/** A text as a name in snake_case of at most 64 ASCII letters and digits; empty where it has none of them. */
export const snakeCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .slice(0, LONGEST)
    .replace(/_+$/, '');

/** A name in snake_case as it is, or from the second attempt on with the number of the attempt behind it: cut so that both fit. */
export function numbered(name: string, attempt: number): string {
  const suffix = attempt === 1 ? '' : `_${attempt}`;
  return `${name.slice(0, LONGEST - suffix.length).replace(/_+$/, '')}${suffix}`;
}
