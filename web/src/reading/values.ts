/** The value at a path; of a list of objects those of each. */
export function valueAt(source: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at.map((one: unknown) => member(one, name)).filter((one) => one !== undefined);
    return member(at, name);
  }, source);
}

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Record<string, unknown>)[name]
    : undefined;
}

/** A value in a cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The fields of a thing that hold something, by path. */
export function filledFields(source: unknown, above = ''): [path: string, value: unknown][] {
  if (typeof source !== 'object' || source === null) return [];
  return Object.entries(source).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    const path = above === '' ? name : `${above}.${name}`;
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return filledFields(value, path);
    return [[path, value]];
  });
}
