import { readFileSync } from 'node:fs';

/** A schema of the OpenAPI document, as far as it is read here. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
  /** How an array is written. */
  style?: 'form';
  explode?: boolean;
}

/** A header of an answer. */
export interface HeaderObject {
  description?: string;
  required?: boolean;
  schema?: Schema;
  $ref?: string;
}

/** One way an operation can answer. */
export interface ResponseObject {
  description: string;
  headers?: Record<string, HeaderObject>;
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** An operation: one method of one path. */
export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    description?: string;
    content: Record<string, { schema: Schema; example?: unknown }>;
  };
  responses: Record<string, ResponseObject>;
  security?: Record<string, string[]>[];
  /** What is posted to an address that the request names, by a name, that address, and the method. */
  callbacks?: Record<string, Record<string, Record<string, OperationObject>>>;
  /** Scope that the key needs; derived from the method where it is not given. */
  'x-required-scope'?: string;
  'x-read-model'?: string;
  /** True for a list that takes `metadata.<key>` for any key. */
  'x-by-metadata'?: boolean;
  /** Where what a 201 or 202 made is read: a path with fields of the answer in it. */
  'x-location'?: string;
  /** True for what is read by its id and has an entity tag. */
  'x-tagged'?: boolean;
  /** Media types of a successful answer that is no JSON. */
  'x-media-types'?: string[];
  /** True for an operation that takes a form with a file. */
  'x-upload'?: boolean;
  /** True for a POST that changes nothing: it is not kept for a replay. */
  'x-only-reads'?: boolean;
  /** True for a read that shows what is kept of people: it is recorded where the tenant asks for that. */
  'x-personal-data'?: boolean;
  /** True for what is for who comes with the link of a case alone. */
  'x-capture'?: boolean;
  /** True for paths that need no key. */
  'x-open-path'?: boolean;
  /** Top-level fields of the answer that are left out of what is kept for a replay. */
  'x-never-stored'?: string[];
}

/** The OpenAPI document: what tsoa makes of the controllers. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string; [key: string]: unknown };
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; [kind: string]: unknown };
  [key: string]: unknown;
}

/** Reads the document that the build generated from the controllers. */
export function readGeneratedDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
}
