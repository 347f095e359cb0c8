import createTypedClient, { type Client as TypedClient } from 'openapi-fetch';
import type { components, paths } from '../../../src/api/generated/description.js';
import { assertDocumented, type Documentation } from './documented.js';

/** What the service answers with, by its names in the description of the API. */
export type Schemas = components['schemas'];

/** An answer; `body` is `{}` where there is no JSON object. */
export interface Answer {
  status: number;
  headers: Headers;
  body: { [field: string]: unknown };
  /** The body where it is a JSON array. */
  list: { [field: string]: unknown }[];
  bytes: Buffer;
  /** `body.detail`, or what the body is where it has none. */
  detail: unknown;
}

/** What to send beside method and path. */
export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

/** Speaks to the service with one key, and holds every answer to what `/openapi.json` says of it. */
export interface Client {
  key: string | undefined;
  /** Every operation with the types that the description gives it, for what has to go well. */
  api: TypedClient<paths>;
  send(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** Creates a client. */
export function createClient(options: { url: string; key: string | undefined; documentation: Documentation }): Client {
  const { url, key, documentation } = options;
  const send: Client['send'] = async (method, path, { body, raw, headers = {} } = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      body: typeof content === 'string' || content === undefined ? content : new Uint8Array(content),
      headers: {
        ...(key !== undefined && { 'X-Api-Key': key }),
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    });
    const answer = await readAnswer(response);
    assertDocumented(documentation, method, path, answer);
    return answer;
  };
  const api = createTypedClient<paths>({
    baseUrl: url,
    ...(key !== undefined && { headers: { 'X-Api-Key': key } }),
    fetch: async (request) => {
      const response = await fetch(request);
      const { pathname } = new URL(request.url);
      assertDocumented(documentation, request.method, pathname, await readAnswer(response.clone()));
      return response;
    },
  });
  return {
    key,
    api,
    send,
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, body, headers) => send('POST', path, { body, headers }),
    put: (path, body) => send('PUT', path, { body }),
    patch: (path, body, headers) => send('PATCH', path, { body, headers }),
    delete: (path) => send('DELETE', path),
  };
}

/** What was asked for. Throws where it was refused. */
export async function must<Data>(asked: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await asked;
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

async function readAnswer(response: Response): Promise<Answer> {
  if (isEndless(response)) await response.body?.cancel();
  const bytes = isEndless(response) ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && bytes.length > 0;
  const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
  const body = isObject(json) ? json : {};
  return {
    status: response.status,
    headers: response.headers,
    body,
    list: Array.isArray(json) ? json.filter(isObject) : [],
    bytes,
    detail: body['detail'] ?? json,
  };
}

/** Whether an answer goes on for as long as it is listened to. */
const isEndless = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

const isObject = (value: unknown): value is { [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
