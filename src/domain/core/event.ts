import type { z } from 'zod';

/** A domain event: a fact in the past tense and its data, in the clear. Sealing happens on the way to the store. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

/** Turns data written with an older schema version into that of the next one. */
export type Upcaster = (data: unknown) => unknown;

/** What the log must know of one event type. */
export interface EventDefinition<Type extends string = string, Data = unknown> {
  type: Type;
  /** Shape of the current version; sealed fields accept `null`, which is what is left of them after an erasure. */
  schema: z.ZodType<Data>;
  /** Top-level fields of the data that hold personal values and are stored sealed. */
  sealed: readonly (keyof Data & string)[];
  /** `upcasters[i]` lifts version i + 1 to version i + 2; the current version is their number plus one. */
  upcasters: readonly Upcaster[];
}

/** Registers an event type: its name, the zod schema of its data, what in it is sealed, and how older versions are read. */
export function defineEvent<Type extends string, Data>(
  type: Type,
  schema: z.ZodType<Data>,
  options: { sealed?: readonly (keyof Data & string)[]; upcasters?: readonly Upcaster[] } = {},
): EventDefinition<Type, Data> {
  return { type, schema, sealed: options.sealed ?? [], upcasters: options.upcasters ?? [] };
}

/** The domain event that a definition describes. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? DomainEvent<Type, Data> : never;
