/** A name as people write it: `utility_bill` is `utility bill`, and `passport|identity_card` is `passport or identity card`. */
export const named = (name: string): string => name.replaceAll('_', ' ').replaceAll('|', ' or ');

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/** Sentences one after the other; those that are empty are left out. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
