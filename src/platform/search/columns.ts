import { fieldName, type Shown } from './searchable.js';
import type { Source } from './search.js';

/** What of a thing stands under some paths, where it stands there; of an object all of it. */
export function onlyColumns(source: Source, columns: readonly string[]): Source {
  const wanted = columns.map(fieldName);
  return (picked(source, '', wanted) ?? {}) as Source;
}

function picked(shown: Shown, path: string, wanted: readonly string[]): Shown | undefined {
  if (wanted.includes(path)) return shown;
  if (shown === null || typeof shown !== 'object') return undefined;
  if (Array.isArray(shown)) {
    const entries = (shown as readonly Shown[]).flatMap((entry) => picked(entry, path, wanted) ?? []);
    return entries.length > 0 ? entries : undefined;
  }
  const members = Object.entries(shown as Source).flatMap(([name, member]) => {
    const below = picked(member, path === '' ? fieldName(name) : `${path}.${fieldName(name)}`, wanted);
    return below === undefined ? [] : [[name, below] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
