/** A place in which two configurations differ; null where one of them has nothing there. */
export interface Difference {
  path: string;
  before: string | null;
  after: string | null;
}

/** Where two configurations differ, by path; lists are compared as a whole. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [one, other] = [leaves(before), leaves(after)];
  const paths = [...new Set([...one.keys(), ...other.keys()])].toSorted();
  return paths
    .map((path) => ({ path, before: one.get(path) ?? null, after: other.get(path) ?? null }))
    .filter((difference) => difference.before !== difference.after);
}

/** Each value that is no object, as JSON by its path. */
function leaves(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path, JSON.stringify(value)]]);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return new Map([[path, '{}']]);
  return new Map(members.flatMap(([name, member]) => [...leaves(member, path === '' ? name : `${path}.${name}`)]));
}
