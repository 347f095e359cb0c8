/** A name as people write it: `utility_bill` is `utility bill`. */
export const named = (name: string): string => name.replaceAll('_', ' ');

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/** Sentences one after the other; those that are empty are left out. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
