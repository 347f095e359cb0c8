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
