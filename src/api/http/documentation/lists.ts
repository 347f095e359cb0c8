import type { OpenApiDocument, OperationObject, Parameter, Schema } from './openApiDocument.js';

/**
 * Says what the generator has no words for: `fields` takes the names of what a row of the list has, one after the other with commas
 * between them, and a list that is found by metadata takes `metadata.<key>` for any key, which OpenAPI has no parameter for.
 */
export function spellOutList(operation: OperationObject, document: OpenApiDocument): OperationObject {
  const parameters = operation.parameters?.map((one) =>
    one.in === 'query' && one.name === 'fields' ? withNames(one, namesOf(rowOf(operation), document)) : one,
  );
  const description = [operation.description, operation['x-by-metadata'] && BY_METADATA].filter(Boolean).join('\n\n');
  return { ...operation, ...(parameters && { parameters }), ...(description !== '' && { description }) };
}

/** The names of the schemas of rows that may lack any of their fields: those of lists that take `fields`. */
export const rowsOfFields = (document: OpenApiDocument): ReadonlySet<string> =>
  new Set(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters = [] }) => parameters.some((one) => one.in === 'query' && one.name === 'fields'))
      .flatMap((operation) => rowOf(operation).$ref?.replace(SCHEMAS, '') ?? []),
  );

/** The schema of such a row. */
export const asRowOfFields = ({ required: _required, ...schema }: Schema): Schema => ({
  ...schema,
  description: [schema.description, 'Where the list was asked for some `fields` it has these alone.']
    .filter(Boolean)
    .join(' '),
});

const SCHEMAS = '#/components/schemas/';

const BY_METADATA =
  '`metadata.<key>=<value>` lists only what has this value under this key of its `metadata`; of several all must hold.';

const withNames = (parameter: Parameter, names: readonly string[]): Parameter => ({
  ...parameter,
  ...{ style: 'form', explode: false },
  schema: { type: 'array', items: { type: 'string', enum: names }, minItems: 1 },
});

/** What a row of the list is. */
function rowOf({ responses }: OperationObject): Schema {
  const items = responses['200']?.content?.['application/json']?.schema?.['items'];
  return (items ?? {}) as Schema;
}

function namesOf(row: Schema, { components }: OpenApiDocument): string[] {
  const target = row.$ref?.replace(SCHEMAS, '');
  return Object.keys((target === undefined ? row : components.schemas[target])?.properties ?? {});
}
