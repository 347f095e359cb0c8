// Texts of a given form, with what the API's description says of each.

/**
 * Identifier made by the service.
 * @format uuid
 * @example "0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
 */
export type Uuid = string;

/**
 * A tenant: letters, digits, `.`, `_` and `-`, up to 64; needs no registration. Empty is the platform.
 * @format tenant-id
 * @example "acme"
 */
export type TenantId = string;

/**
 * UTC, with milliseconds.
 * @format date-time
 * @example "2025-03-14T09:26:53.589Z"
 */
export type Timestamp = string;

/** How many characters a text has: code points, as JSON Schema counts them, and not the UTF-16 units of `length`. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

/** Whether a text has at most so many characters, and is not all blank. */
export const isShortText = (text: string, most: number): boolean => text.trim() !== '' && lengthOf(text) <= most;
