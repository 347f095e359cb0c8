import { z } from 'zod';

/** Most keys of what a caller hangs on a case or a run. */
export const MOST_METADATA_KEYS = 50;

/** Most characters of each of its keys and values. */
export const LONGEST_METADATA = 500;

/**
 * Up to 500 characters.
 * @maxLength 500
 * @example "4711"
 */
export type MetadataValue = string;

/**
 * What the caller hangs on a case or a run for itself, such as its own numbers: up to 50 keys, and texts of up to 500 characters. It
 * decides nothing. It counts as personal: it is kept sealed, and erased with what it hangs on.
 * @example { "order": "4711", "channel": "app" }
 */
export interface Metadata {
  [key: string]: MetadataValue;
}

/** Shape of it in an event; absent where there is none, and in what was stored before there was any. */
export const storedMetadata = (z.record(z.string(), z.string()) satisfies z.ZodType<Metadata>).nullable().optional();
