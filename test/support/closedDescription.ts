/**
 * The description of the API with every object closed that has members of given names. A client has to take members that it does not
 * know, since later versions add some; this version has none that is not described.
 */
export function closedDescription(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closedDescription);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, member]) => [
    name,
    ['example', 'examples'].includes(name) ? (member as unknown) : closedDescription(member),
  ]);
  const hasNames = 'type' in part && part.type === 'object' && 'properties' in part && !isEmpty(part.properties);
  return { ...(hasNames && { additionalProperties: false }), ...(Object.fromEntries(members) as object) };
}

const isEmpty = (value: unknown): boolean => Object.keys(value as object).length === 0;
