import { z } from 'zod';
import { type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A document that is kept with a document type, and what the type has to read from it. */
export interface TypeExample {
  example_id: string;
  tenant_id: string;
  context_id: string;
  /** Null once it is gone. */
  name: string | null;
  /** What each of these fields has to be, null where nothing may be read; fields that are not named are not looked at. Null once it is gone. */
  expected: { [field: string]: unknown } | null;
  /** Fields that the type masked when it was kept: they stay so, whatever becomes of the type. */
  masked_fields: string[];
  /** Where the document is. */
  file_key: string;
  /** Of the document, in bytes. */
  size: number;
  /** Whose request it was, for example `key:<id>`. */
  kept_by: string;
  /** ISO 8601 */
  kept_at: string;
}

const identity = { example_id: z.string(), tenant_id: z.string(), context_id: z.string() };

/** A document was kept with a type. Whatever it says can be about a person. */
export const TypeExampleKept = defineEvent(
  'TypeExampleKept',
  z.object({
    ...identity,
    name: z.string().nullable(),
    expected: z.record(z.string(), z.unknown()).nullable(),
    masked_fields: z.array(z.string()),
    ...{ file_key: z.string(), size: z.number(), kept_by: z.string(), kept_at: z.string() },
  }) satisfies z.ZodType<TypeExample>,
  { sealed: ['name', 'expected'] },
);

/** It was deleted; nothing of the document and of what it said is left. */
export const TypeExampleDeleted = defineEvent('TypeExampleDeleted', z.object({ ...identity, deleted_at: z.string() }));

/** What can happen to an example. */
export type TypeExampleEvent = EventOf<typeof TypeExampleKept> | EventOf<typeof TypeExampleDeleted>;

/** Event types of examples, for the registry. */
export const typeExampleEventDefinitions = [TypeExampleKept, TypeExampleDeleted] as const;

/** What can be asked of an example. `at` is the time, ISO 8601. */
export type TypeExampleCommand =
  { type: 'keep'; example: Omit<TypeExample, 'kept_at'>; at: string } | { type: 'delete'; at: string };

/** What has become of an example. */
export type TypeExampleState = { status: 'not_there' } | { status: 'kept' | 'deleted'; example: TypeExample };

/** The stream of an example; also the subject under whose key it is sealed, and its document encrypted. */
export const typeExampleStream = (exampleId: string): string => `typeExample-${exampleId}`;

/** The rules of an example: it is as it was kept until it is deleted. That its type has the fields is seen to before. */
export const typeExample: Decider<TypeExampleState, TypeExampleCommand, TypeExampleEvent> = {
  initial: { status: 'not_there' },
  trialsApart: true,

  decide(command, state) {
    if (command.type === 'keep') {
      // Keeping is repeated where its answer was lost in a crash: the first time counts.
      if (state.status !== 'not_there') return [];
      return [{ type: 'TypeExampleKept', data: { ...command.example, kept_at: command.at } }];
    }
    if (state.status === 'not_there') throw noneWithThisId('example');
    if (state.status === 'deleted') return []; // whoever finishes a deletion does all of it again
    const { example_id, tenant_id, context_id } = state.example;
    return [{ type: 'TypeExampleDeleted', data: { example_id, tenant_id, context_id, deleted_at: command.at } }];
  },

  evolve(state, event) {
    if (event.type === 'TypeExampleKept') return { status: 'kept', example: event.data };
    return state.status === 'not_there' ? state : { status: 'deleted', example: state.example };
  },
};

/** What an event makes of the row of an example; undefined: it is not there any more. */
export const applyToTypeExample = (
  _before: TypeExample | undefined,
  event: TypeExampleEvent,
): TypeExample | undefined => (event.type === 'TypeExampleKept' ? event.data : undefined);
