import type { OpenApiDocument } from './openApiDocument.js';

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

const SCHEMA = /"#\/components\/schemas\/([^"]+)"/g;

/** The document without the schemas that nothing in it refers to: the generator leaves those of headers, which are spelled out where they are sent. */
export function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(SCHEMA)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow({ ...document, components: { ...document.components, schemas: {} } });
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}
