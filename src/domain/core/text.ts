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
 * @pattern ^[A-Za-z0-9._-]{0,64}$
 * @example "acme"
 */
export type TenantId = string;

/**
 * UTC, with milliseconds.
 * @format date-time
 * @example "2025-03-14T09:26:53.589Z"
 */
export type Timestamp = string;

/**
 * A moment, ISO 8601 with its zone; a day without a time, such as `2025-03-14`, is the whole of it in UTC.
 * @format date-time
 * @example "2025-03-14T09:26:53Z"
 */
export type Moment = string;

/**
 * A moment of the past, itself included: a time, ISO 8601 with its zone, or a `position` of the log as the audit trail tells it.
 * @format as-of
 * @pattern ^(\d{1,18}|[1-8]\d{18}|\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))$
 * @example "2025-03-14T09:26:53.589Z"
 */
export type PastMoment = string;

/**
 * Whether nothing of a text can be seen: it is empty, or has only white space, controls, and characters that are drawn as nothing, such as a space
 * of no width (Unicode 16, Default_Ignorable_Code_Point; the empty pattern of Braille; marks of annotations). Who has to say something has not.
 */
export const isBlank = (text: string): boolean =>
  !/[^\s\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text);

/** A pattern of texts that are not blank, without what not every reader of the API's description knows; beyond the first 65,536 characters it lets all pass. */
export const VISIBLE =
  '[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]';

/**
 * Whether a text has at most so many characters, and is not all blank. Characters are code points, as JSON Schema counts
 * them: an emoji is one, and two of the UTF-16 units of `length`.
 */
export const isShortText = (text: string, most: number): boolean =>
  !isBlank(text) && text.length <= 2 * most && [...text].length <= most;
