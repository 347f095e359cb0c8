// Texts of a given form; `src/api/http/requests/formats.ts` holds what each `format` takes.

/**
 * An address for a webhook: http or https, no user info, no `localhost` and no literal address that is not public.
 * @format webhook-url
 * @example "https://hooks.example.com/attest"
 */
export type WebhookUrl = string;

/**
 * Fields of the request that are not known, were ignored, and are probably misspelt; where there are any, in the answer to that request alone.
 * @example ["The field `client_refernce_id` is not known and was ignored; did you mean `client_reference_id`?"]
 */
export type RequestWarnings = string[];

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /**
   * One sentence that says what was wrong and, where one is concerned, names the field.
   * @example "The field `limit` must be between 1 and 200"
   */
  detail: string;
}
