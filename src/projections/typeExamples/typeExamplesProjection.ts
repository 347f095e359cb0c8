import {
  applyToTypeExample,
  type TypeExample,
  type TypeExampleEvent,
  typeExampleStream,
} from '../../domain/typeExamples/index.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const typeExamplesTable = declareTable<TypeExample, TypeExampleEvent>({
  name: 'type_examples',
  columns: {
    example_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    context_id: 'text not null',
    name: 'text',
    expected: 'json',
    masked_fields: 'json not null',
    file_key: 'text not null',
    size: 'integer not null',
    kept_by: 'text not null',
    kept_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, context_id, kept_at, example_id)'],
  stream: typeExampleStream,
  keys: (event) => [event.data.example_id],
  on: { TypeExampleKept: applyToTypeExample, TypeExampleDeleted: applyToTypeExample },
});

/** Documents that are kept with types, as they are now. */
export const typeExamplesProjection = declareProjection({
  ...{ name: 'type_examples', version: 1, tables: [typeExamplesTable] },
});

/** Reads examples. Values are unmasked. */
export interface TypeExampleQueries {
  find(example_id: string, maySee?: MaySee): Promise<TypeExample | undefined>;
  /** Those that a tenant keeps with the type of this name, oldest first. */
  ofType(type: { tenant_id: string; context_id: string }, limit: number): Promise<TypeExample[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    typeExamples: TypeExampleQueries;
  }
}

/** Creates the queries of examples. */
export function createTypeExampleQueries(readModels: ReadModels): TypeExampleQueries {
  const examples = readModels.of(typeExamplesProjection, typeExamplesTable);
  return {
    find: examples.find,
    ofType: ({ tenant_id, context_id }, limit) =>
      examples.list((query) => query.where({ tenant_id, context_id }).orderBy(['kept_at', 'example_id']).limit(limit)),
  };
}
