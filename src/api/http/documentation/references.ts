/**
 * A part of the document in which nothing stands beside a reference: in OpenAPI 3.0 whatever does is ignored, and the generator writes
 * descriptions there. They go around the reference.
 */
export function withoutSiblings<Part>(part: Part): Part {
  return around(part) as Part;
}

function around(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(around);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { $ref?: unknown };
  const others = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, around(member)]));
  if (typeof $ref !== 'string') return $ref === undefined ? others : { $ref: around($ref), ...others };
  return Object.keys(others).length === 0 ? { $ref } : { ...others, allOf: [{ $ref }] };
}
