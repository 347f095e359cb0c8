// Texts of a given form; `src/api/requests/formats.ts` holds what each `format` takes.

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

/**
 * An address for a webhook: http or https, no user info, no literal address that is not public.
 * @format webhook-url
 * @example "https://hooks.example.com/attest"
 */
export type WebhookUrl = string;

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /**
   * One sentence that says what was wrong and, where one is concerned, names the field.
   * @example "The field `limit` must be between 1 and 200"
   */
  detail: string;
}
