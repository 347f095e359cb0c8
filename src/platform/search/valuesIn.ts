import type { Shown } from './searchable.js';

/** A value in a thing, or an object in one of its lists, with the path of its field as it is written: `extracted.full_name`. */
export interface FoundValue {
  path: string;
  value: string | number | boolean | object;
}

/** The values in a thing, and the objects in its lists, each of which comes before what is in it. */
export function* valuesIn(shown: Shown, path = ''): Generator<FoundValue> {
  if (shown === null) return;
  if (typeof shown !== 'object') {
    yield { path, value: shown };
  } else if (isList(shown)) {
    for (const entry of shown) {
      if (entry !== null && typeof entry === 'object' && !isList(entry)) yield { path, value: entry };
      yield* valuesIn(entry, path);
    }
  } else {
    for (const [name, member] of Object.entries(shown)) yield* valuesIn(member, path === '' ? name : `${path}.${name}`);
  }
}

const isList = (shown: Shown): shown is readonly Shown[] => Array.isArray(shown);
