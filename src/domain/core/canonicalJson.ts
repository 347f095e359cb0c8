/**
 * JSON with the keys of every object sorted by code unit and no white space, so that equal content is equal text: the form of RFC 8785.
 * Where that refuses half of a surrogate pair, it stands here as its escape: whatever is stored has a text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Written out: an object made of sorted keys would still put those that look like numbers first.
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join()}}`;
}
