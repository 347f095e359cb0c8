import type { PipelineResult, StepResult } from '../src/domain/documents/pipeline.js';

/** A file to send. */
export interface Upload {
  filename: string;
  mime_type: string;
  bytes: Buffer;
}

/** What the service said to a run: the execution, or why the request was refused. */
export type RunAnswer =
  | {
      kind: 'run';
      execution_id: string;
      status: string;
      steps: StepResult[];
      result: PipelineResult | null;
      total_ms: number;
      error?: string;
    }
  | { kind: 'refused'; status: number; detail: string };

/** Something the person at the terminal can put right; the message says how. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** The few calls the demo makes. */
export interface AttestClient {
  /** Answers when service and key can be used. @throws DemoError otherwise */
  ready(): Promise<void>;
  run(contextId: string, file: Upload): Promise<RunAnswer>;
  /** Sends JSON and answers JSON. @throws DemoError what the service refused */
  send<Answer>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answer>;
  /** Uploads a file into a case. @throws DemoError what the service refused */
  upload<Answer>(path: string, file: Upload): Promise<Answer>;
  /** @throws DemoError what the service refused */
  remove(path: string): Promise<void>;
  /** A file. @throws DemoError what the service refused */
  download(path: string): Promise<Buffer>;
}

/** Speaks to a running service. */
export function createAttestClient(url: string, apiKey: string | undefined): AttestClient {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers();
    // A form brings its own type, with the boundary of its parts.
    if (!(init.body instanceof FormData)) headers.set('content-type', 'application/json');
    if (apiKey) headers.set('x-api-key', apiKey);
    try {
      return await fetch(new URL(path, url), { ...init, headers });
    } catch {
      throw new DemoError(
        `Nothing answers at ${url}. Start the service with "npm start", or set ATTEST_URL to where it runs.`,
      );
    }
  };
  const must = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await call(path, init);
    if (!response.ok) throw new DemoError(`${init.method ?? 'GET'} ${path} was refused: ${await detailOf(response)}`);
    return response;
  };
  return {
    async send<Answer>(method: string, path: string, body?: object) {
      const response = await must(path, { method, ...(body && { body: JSON.stringify(body) }) });
      return (await response.json()) as Answer;
    },
    async upload<Answer>(path: string, { bytes, filename, mime_type }: Upload) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)], { type: mime_type }), filename);
      return (await (await must(path, { method: 'POST', body: form })).json()) as Answer;
    },
    async remove(path) {
      await must(path, { method: 'DELETE' });
    },
    async download(path) {
      return Buffer.from(await (await must(path, {})).arrayBuffer());
    },
    async ready() {
      const health = await call('/healthz');
      if (!health.ok) throw new DemoError(`${url} answers, but says that it is not well: see ${url}/healthz.`);
      const listing = await call('/v1/document-types');
      if (listing.status === 401) throw new DemoError(keyAdvice(apiKey));
      if (!listing.ok) throw new DemoError(`The list of document types was refused: ${await detailOf(listing)}`);
    },
    async run(contextId, file) {
      const input = { data: file.bytes.toString('base64'), mime_type: file.mime_type, filename: file.filename };
      const response = await call('/v1/pipeline/run', {
        method: 'POST',
        body: JSON.stringify({ context_id: contextId, input }),
      });
      if (!response.ok) return { kind: 'refused', status: response.status, detail: await detailOf(response) };
      return { kind: 'run', ...((await response.json()) as Omit<RunAnswer & { kind: 'run' }, 'kind'>) };
    },
  };
}

const keyAdvice = (apiKey: string | undefined): string =>
  apiKey
    ? 'The service does not accept this key. Use the one that "npm start" printed at its first start.'
    : 'An API key is needed. The first "npm start" printed one: run "ATTEST_API_KEY=zk_… npm run demo", or "npm run demo -- zk_…".';

async function detailOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { detail?: string };
    return body.detail ?? response.statusText;
  } catch {
    return response.statusText;
  }
}
