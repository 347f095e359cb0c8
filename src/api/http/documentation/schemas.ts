import { MOST_METADATA_KEYS } from '../../../domain/core/metadata.js';
import { VISIBLE } from '../../../domain/core/text.js';
import type { OpenApiDocument, Schema } from './openApiDocument.js';

/** What the generator has no words for, by the schema that it is said of. */
const KEYWORDS: Readonly<Record<string, Schema>> = {
  Metadata: { maxProperties: MOST_METADATA_KEYS },
};

/** What stands in place of what the generator made. */
const INSTEAD: Readonly<Record<string, Schema>> = {
  NothingView: { type: 'object', description: 'Nothing: an object without members.', maxProperties: 0 },
};

/** A schema of the generator's, as OpenAPI 3.0 understands it. */
export const completeSchema = (name: string, schema: Schema, document: OpenApiDocument): Schema =>
  INSTEAD[name] ?? {
    ...withVisible(withoutOpenness(nullAmongOthers(spellOutNullable(schema, document)))),
    ...KEYWORDS[name],
  };

/** Objects take unknown members anyway; saying so would show in the documentation as a member of any name. */
function withoutOpenness(schema: Schema): Schema {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === true ? rest : schema;
}

/** Contracts say `\S` of a text that is not to be blank. More than white space is drawn as nothing. */
function withVisible(schema: Schema): Schema {
  const { pattern, properties } = schema;
  return {
    ...schema,
    ...(pattern === '\\S' && { pattern: VISIBLE }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withVisible(one)])),
    }),
  };
}

/** In OpenAPI 3.0 `nullable` says nothing beside a reference, and tsoa writes it there: this puts what is referred to in its place. */
function spellOutNullable(schema: Schema, document: OpenApiDocument): Schema {
  const { components } = document;
  if (!schema.properties) return schema;
  const spellOut = (property: Schema): Schema => {
    const { allOf, ...rest } = property;
    const target = property['nullable'] === true && Array.isArray(allOf) ? (allOf as Schema[])[0]?.$ref : undefined;
    const spelled =
      target === undefined ? property : { ...components.schemas[target.replace('#/components/schemas/', '')], ...rest };
    return spellOutNullable(spelled, document);
  };
  const properties = Object.entries(schema.properties).map(([name, property]) => [name, spellOut(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Nor does it say anything beside `anyOf`: one of the others then has to be what can be null. */
function nullAmongOthers(schema: Schema): Schema {
  const { nullable, ...rest } = schema;
  const others = schema['anyOf'] as Schema[] | undefined;
  const last = others?.at(-1);
  if (nullable !== true || !others || last?.type === undefined) return schema;
  return { ...rest, anyOf: [...others.slice(0, -1), { ...last, nullable }] };
}
