import type { en } from './en.js';

/** A document type that is shipped, by its `context_id`. */
export type ShippedType = keyof typeof en;

/** What the shipped document types are called in a language. A missing one does not compile. */
export type TypeNames = Readonly<Record<ShippedType, string>>;

/** What types are called that are not as they are shipped, by their `context_id`: their display names. */
export type OwnTypeNames = Readonly<Record<string, string>>;
