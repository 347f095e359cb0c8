import { shorten } from '../../../domain/core/quote.js';
import { probablyMeant } from '../../../domain/core/spelling.js';
import type { OpenApiDocument, OperationObject, Schema } from '../documentation/openApiDocument.js';

/** Says of a body which of its fields are not known and probably misspelt, a sentence for each. */
export type FindMisspelt = (body: unknown) => string[];

/** Fields that are named at most. */
const MOST_NAMED = 20;

/** Entries of a list that are looked into at most. */
const MOST_ENTRIES = 100;

/**
 * Finds what an operation passes over of a body and was probably meant: unknown fields are ignored, so that a client of a later version is
 * understood, and a misspelt one would go unnoticed. Undefined where its answers have no member to say so. Objects that take any member are left out: of
 * what is the caller's own nothing is misspelt, and where the service knows some of it, the domain says so.
 */
export function findsMisspelt(document: OpenApiDocument, operation: OperationObject): FindMisspelt | undefined {
  const asked = contentOf(operation.requestBody);
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  const warns = answers.some(([, answer]) => resolved(document, contentOf(answer)).properties?.['warnings']);
  if (asked === undefined || !warns) return undefined;
  return (body) => [...misspeltIn(document, asked, body, '')].slice(0, MOST_NAMED);
}

const contentOf = (part: { content?: Record<string, { schema?: Schema }> } | undefined): Schema | undefined =>
  part?.content?.['application/json']?.schema;

function* misspeltIn(
  document: OpenApiDocument,
  schema: Schema | undefined,
  value: unknown,
  at: string,
): Generator<string> {
  const { properties, additionalProperties, items } = resolved(document, schema);
  if (Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, MOST_ENTRIES).entries()) {
      yield* misspeltIn(document, items as Schema | undefined, entry, `${at}${index}.`);
    }
    return;
  }
  if (typeof value !== 'object' || value === null || !properties || additionalProperties !== undefined) return;
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      yield* misspeltIn(document, properties[name], member, `${at}${name}.`);
      continue;
    }
    // What is there under its own name is hardly meant by another one, too.
    const meant = probablyMeant(
      name,
      Object.keys(properties).filter((known) => !Object.hasOwn(value, known)),
    );
    if (meant === undefined) continue;
    yield `The field \`${at}${shorten(name)}\` is not known and was ignored; did you mean \`${at}${meant}\`?`;
  }
}

/** A schema, or what it refers to; a description beside a reference goes around it. */
function resolved(document: OpenApiDocument, schema: Schema | undefined): Schema {
  const target = schema?.$ref ?? (schema?.['allOf'] as Schema[] | undefined)?.[0]?.$ref;
  if (target === undefined) return schema ?? {};
  return resolved(document, document.components.schemas[target.replace('#/components/schemas/', '')]);
}
