import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Scope, SCOPES } from '../../../domain/apiKeys/index.js';
import type { OpenApiDocument, OperationObject, Parameter, Schema } from '../documentation/openApiDocument.js';
import type { TextFormat } from './formats.js';
import { findsMisspelt, type FindMisspelt } from './misspeltFields.js';

/** The media type of uploads. */
export const FORM_TYPE = 'multipart/form-data';

/** Checks a value; answers with what is wrong with it, or of a very rich one with the first of it. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined;

/** A parameter of the query or the path, and the type its text is read as. */
export interface TextParameter {
  name: string;
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
}

/** One method of one path, with what the OpenAPI document asks of its requests. */
export interface Operation {
  id: string;
  method: string;
  /** As the document writes it: `/v1/admin/keys/{key_id}`. */
  path: string;
  /** Scope that the key needs; none for an open path, and for what is done with a link. */
  scope?: Scope;
  /** Whether it is for who comes with the link of a case, and for nobody else. */
  capture?: boolean;
  /** Whether it is for anybody, without a key or a link. */
  open: boolean;
  queryParameters: readonly TextParameter[];
  pathParameters: readonly TextParameter[];
  /** Whether it takes `metadata.<key>` for any key. */
  byMetadata?: boolean;
  /** Path parameters that are ids: in small letters and in capitals they are the same. */
  idParameters: readonly string[];
  checkPath: Check;
  checkQuery: Check;
  /** What of it `misspelt` finds is said in the answer; absent where that has no member to say so. */
  body?: { mediaType: string; required: boolean; check: Check; misspelt?: FindMisspelt | undefined };
  /** Where what a 201 or 202 made is read: a path with fields of the answer in it, as `/v1/agents/{id}`. */
  location?: string;
  /** Whether the answer has an entity tag. */
  tagged?: boolean;
  /** The read model that the answer is made of, where it is a list; `{kind}` in its name is the kind that is searched. */
  readModel?: string;
  /** Whether its answer shows what is kept of people: who is shown it is recorded where the tenant asks for that. */
  personal?: boolean | undefined;
  /** Whether it changes nothing, whatever its method: it is not kept for a replay. */
  onlyReads?: boolean;
  /** Fields of the answer that must not be stored. */
  neverStored: readonly string[];
}

/** Reads the operations of the document, with checks of what they ask of a request. */
export function readOperations(document: OpenApiDocument, formats: Record<string, TextFormat>): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const asked = new Map(all.map(({ operation }) => [operation.operationId, askedOf(operation)]));
  const check = checksOf({ operations: Object.fromEntries(asked), components: document.components }, formats);
  return all.map(({ path, method, operation }): Operation => {
    const parameters = operation.parameters ?? [];
    const ids = parameters.filter((one) => one.in === 'path' && schemaOf(document, one)?.['format'] === 'uuid');
    const id = operation.operationId;
    const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
    return {
      id,
      method: method.toUpperCase(),
      path,
      scope: requiredScope(operation),
      capture: operation['x-capture'],
      open: requiredScope(operation) === undefined && operation['x-capture'] !== true,
      queryParameters: parameters.filter((one) => one.in === 'query').map((one) => textParameter(document, one)),
      pathParameters: parameters.filter((one) => one.in === 'path').map((one) => textParameter(document, one)),
      byMetadata: operation['x-by-metadata'],
      idParameters: ids.map(({ name }) => name),
      checkPath: check(`#/operations/${id}/path`),
      checkQuery: check(`#/operations/${id}/query`),
      body:
        mediaType === undefined
          ? undefined
          : {
              mediaType,
              required: operation.requestBody?.required === true,
              check: check(`#/operations/${id}/body`),
              misspelt: findsMisspelt(document, operation),
            },
      location: operation['x-location'],
      tagged: operation['x-tagged'],
      readModel: operation['x-read-model'],
      personal: operation['x-personal-data'],
      onlyReads: operation['x-only-reads'],
      neverStored: operation['x-never-stored'] ?? [],
    };
  });
}

/** What an operation asks of path, query and body, each as one schema. */
function askedOf(operation: OperationObject): { path: Schema; query: Schema; body: Schema | undefined } {
  const parameters = operation.parameters ?? [];
  return {
    path: objectOf(parameters.filter((one) => one.in === 'path')),
    query: objectOf(parameters.filter((one) => one.in === 'query')),
    body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
  };
}

function requiredScope(operation: OperationObject): Scope | undefined {
  return SCOPES.find((scope) => scope === operation['x-required-scope']);
}

const objectOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
});

function schemaOf(document: OpenApiDocument, { schema }: Parameter): Schema | undefined {
  const target = schema.$ref?.replace('#/components/schemas/', '');
  return target === undefined ? schema : document.components.schemas[target];
}

function textParameter(document: OpenApiDocument, parameter: Parameter): TextParameter {
  const { name } = parameter;
  const type = schemaOf(document, parameter)?.type;
  const isText = !(type === 'integer' || type === 'number' || type === 'boolean' || type === 'array');
  return { name, type: isText ? 'string' : type };
}

/**
 * Checks by schemas within one: `#/operations/openCase/body`. Each is compiled when it is first asked, since most operations are not for a
 * long time, and to compile all takes a second of the start. No value is coerced or defaulted, and formats that are not listed say nothing.
 */
function checksOf(whole: object, formats: Record<string, TextFormat>): (pointer: string) => Check {
  const [first, all] = [false, true].map((allErrors) => {
    const ajv = new Ajv({ strict: false, logger: false, verbose: true, allErrors });
    for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, (value: string) => format.test(value));
    return ajv.addSchema(whole, WHOLE);
  }) as [Ajv, Ajv];
  return (pointer) => {
    const compiled = (ajv: Ajv): ValidateFunction => {
      const validate = ajv.getSchema(WHOLE + pointer) as ValidateFunction | undefined; // no schema there is asynchronous
      if (!validate) throw new Error(`There is no schema at ${pointer}`);
      return validate; // is remembered by ajv
    };
    return (value) => {
      const validate = compiled(first);
      if (validate(value)) return undefined;
      if (!hasAtMost(MOST_LOOKED_THROUGH, value)) return validate.errors ?? undefined;
      const look = compiled(all);
      look(value);
      return look.errors ?? undefined;
    };
  };
}

const WHOLE = 'requests';

/** Values of a body that is looked through for all that is wrong with it: each could be wrong, and be told. */
const MOST_LOOKED_THROUGH = 5_000;

/** Whether there are no more values than that in a value, itself among them. */
function hasAtMost(most: number, value: unknown): boolean {
  const left = [value];
  for (let seen = 0; left.length > 0; seen += 1) {
    if (seen >= most) return false;
    const one = left.pop();
    if (typeof one === 'object' && one !== null) left.push(...(Object.values(one) as unknown[]));
  }
  return true;
}
