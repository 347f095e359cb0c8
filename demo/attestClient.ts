import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../src/api/generated/description.js';

/** What the service answers with, by its names in the description of the API. */
export type Schemas = components['schemas'];

/** A file to send. */
export interface Upload {
  filename: string;
  mime_type: string;
  bytes: Buffer;
}

/** What the service said to a run: the execution, or why the request was refused. */
export type RunAnswer =
  | Pick<Ran, 'kind' | 'execution_id' | 'status' | 'steps' | 'result' | 'total_ms' | 'error'>
  | { kind: 'refused'; status: number; detail: string };

type Ran = Extract<Awaited<ReturnType<typeof run>>, { kind: 'run' }>;

/** Something the person at the terminal can put right; the message says how. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** Every operation of the service, with the types that its description gives them. */
export type AttestClient = Client<paths>;

/** Speaks to a running service. */
export function createAttestClient(url: string, apiKey: string | undefined): AttestClient {
  return createClient<paths>({
    baseUrl: url,
    ...(apiKey && { headers: { 'X-Api-Key': apiKey } }),
    fetch: async (request) => {
      try {
        return await fetch(request);
      } catch {
        throw new DemoError(
          `Nothing answers at ${url}. Start the service with "npm start", or set ATTEST_URL to where it runs.`,
        );
      }
    },
  });
}

/** An answer of the client: what was asked for, or why it was refused. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What was asked for; undefined where the answer has no body. @throws DemoError what the service refused */
export async function must<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await asked;
  if (!response.ok) throw new DemoError(`${response.url} was refused: ${detailOf(error, response)}`);
  return data as Data;
}

/** Resolves when service and key can be used. @throws DemoError otherwise */
export async function ready(client: AttestClient, url: string, apiKey: string | undefined): Promise<void> {
  const health = await client.GET('/healthz');
  if (!health.response.ok) throw new DemoError(`${url} answers, but says that it is not well: see ${url}/healthz.`);
  const { error, response } = await client.GET('/v1/document-types');
  if (response.status === 401) throw new DemoError(keyAdvice(apiKey));
  if (!response.ok) throw new DemoError(`The list of document types was refused: ${detailOf(error, response)}`);
}

/** Sends a document through the steps of a type. */
export async function run(client: AttestClient, context_id: string, file: Upload) {
  const input = { data: file.bytes.toString('base64'), mime_type: file.mime_type, filename: file.filename };
  const { data, error, response } = await client.POST('/v1/pipeline/run', { body: { context_id, input } });
  return data
    ? { ...data, kind: 'run' as const, result: isRead(data.result) ? data.result : null }
    : { kind: 'refused' as const, status: response.status, detail: detailOf(error, response) };
}

/** Uploads a file into a case. @throws DemoError what the service refused */
export async function upload(
  client: AttestClient,
  session_id: string,
  { bytes, filename, mime_type }: Upload,
): Promise<Schemas['UploadedDocumentView']> {
  const file = new File([new Uint8Array(bytes)], filename, { type: mime_type });
  return must(
    client.POST('/v1/cases/{session_id}/documents', {
      params: { path: { session_id } },
      body: { file },
      bodySerializer: (body) => {
        const form = new FormData();
        form.set('file', body.file);
        return form;
      },
    }),
  );
}

/** Of one document type: a composite has such a result for each of its members, and a run that came to none an empty one. */
const isRead = (result: object): result is Schemas['PipelineResultView'] =>
  'extracted' in result && 'confidences' in result;

const keyAdvice = (apiKey: string | undefined): string =>
  apiKey
    ? 'The service does not accept this key. Use the one that "npm start" printed at its first start.'
    : 'An API key is needed. The first "npm start" printed one: run "ATTEST_API_KEY=zk_… npm run demo", or "npm run demo -- zk_…".';

function detailOf(error: unknown, response: Response): string {
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : undefined;
  return typeof detail === 'string' ? detail : response.statusText;
}
