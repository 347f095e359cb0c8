import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '../../../src/api/generated/description.js';

/** An answer of the service that is no success. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const sessionEnded = new Set<() => void>();

/** Calls back whenever a request is answered that its session has ended. @returns ends it */
export function onSessionEnded(listener: () => void): () => void {
  sessionEnded.add(listener);
  return () => sessionEnded.delete(listener);
}

const refusals: Middleware = {
  async onResponse({ response }) {
    if (response.ok || response.status === 304) return;
    if (response.status === 401) sessionEnded.forEach((tell) => tell());
    const body = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new Refused(response.status, body.detail ?? `${response.status}`);
  },
};

/** The service, by the description of its API: what the console can do, a script can. */
export const api = createClient<paths>({ baseUrl: location.origin });
api.use(refusals);

/** The entity tag of an answer: with it in `If-Match` what was read is changed only as it was read. */
export const etagOf = ({ response }: { response: Response }): string => response.headers.get('etag') ?? '';

/** What an answer holds; those that are no success were thrown before. */
export function dataOf<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Refused(502, 'The answer is empty');
  return data;
}
