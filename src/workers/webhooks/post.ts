import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AttemptOutcome } from '../../domain/webhooks/webhookDelivery.js';
import type { LookUp } from '../../platform/network/nameLookUp.js';
import { AddressRefused, resolvePublicAddress } from '../../platform/network/publicAddress.js';
import type { SignatureHeaders } from './signature.js';

/** A receiver must have answered by then. */
const RECEIVER_TIMEOUT_MS = 30_000;
/** How much of an answer is read, and kept. */
const EXCERPT_BYTES = 1_024;

/** What a POST came to. */
export interface PostOutcome extends AttemptOutcome {
  /** How long the receiver asks to be left alone (`Retry-After`), in seconds; null where it does not say. */
  retry_after_s: number | null;
}

/** One POST to a receiver. */
export interface Post {
  url: string;
  body: Buffer;
  headers: SignatureHeaders;
  /** For tests alone. */
  allowPrivate: boolean;
  /** For tests: what finds the addresses of a name. */
  lookUp?: LookUp;
  timeoutMs?: number;
  /** Breaks it off; it then counts as failed. */
  signal?: AbortSignal;
}

/**
 * Posts a body once. Redirects are not followed, of the answer only the beginning is read, and the connection goes to
 * the very address that was checked. The receiver's name is found, and it has answered, within the time for all of it. Never
 * rejects: whatever goes wrong is an outcome.
 */
export async function post({ timeoutMs = RECEIVER_TIMEOUT_MS, signal, ...what }: Post): Promise<PostOutcome> {
  const began = performance.now();
  const outcome = (part: Omit<AttemptOutcome, 'duration_ms'>, retry_after_s: number | null = null): PostOutcome => ({
    ...part,
    duration_ms: Math.round(performance.now() - began),
    retry_after_s,
  });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const { status, excerpt, retryAfter } = await exchange(what, signal ? AbortSignal.any([late, signal]) : late);
    const taken = status >= 200 && status < 300;
    const error = taken ? null : `The receiver answered ${String(status)}; only 2xx counts as delivered`;
    return outcome({ response_status: status, response_excerpt: excerpt, error }, retryAfter);
  } catch (error) {
    return outcome({ response_status: null, response_excerpt: null, error: sentence(error, late, timeoutMs) });
  }
}

async function exchange(
  { url: given, body, headers, allowPrivate, lookUp }: Omit<Post, 'timeoutMs' | 'signal'>,
  signal: AbortSignal,
): Promise<{ status: number; excerpt: string; retryAfter: number | null }> {
  const url = new URL(given);
  const { address, family } = await unlessAborted(signal, resolvePublicAddress(url, allowPrivate, { signal, lookUp }));
  const options: RequestOptions = {
    method: 'POST',
    // Every socket asks this instead of the resolver, whatever Node tries.
    lookup: (_name, { all }, answer) => {
      if (all) answer(null, [{ address, family }]);
      else answer(null, address, family);
    },
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'Service-Webhooks/1.0',
      ...headers,
    },
    agent: false,
    signal,
  };
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  const response = await answerTo(request, body);
  try {
    const retryAfter = secondsOf(response.headers['retry-after']);
    return { status: response.statusCode ?? 0, excerpt: await readExcerpt(response), retryAfter };
  } finally {
    request.destroy();
  }
}

/** What `work` comes to; where the signal comes first it is not waited for. @throws the reason of the signal */
async function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => (abort = () => reject(signal.reason as Error)));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function answerTo(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject); // stays on: destroying a request half-way emits one more
    request.end(body);
  });
}

/** Seconds that a `Retry-After` asks for, by number or by date (RFC 9110, 10.2.3); null where it says nothing that can be understood. */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= EXCERPT_BYTES) break;
  }
  // Postgres takes no NUL, and a cut can split a character.
  return Buffer.concat(chunks)
    .subarray(0, EXCERPT_BYTES)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '');
}

/** Why nothing came back, without the address: it may hold a secret of the caller's. */
function sentence(error: unknown, late: AbortSignal, timeoutMs: number): string {
  if (late.aborted) return `The receiver did not answer within ${String(timeoutMs / 1000)} seconds`;
  if (error instanceof AddressRefused) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return CONNECTION_FAULTS[String(code)] ?? 'The connection to the receiver failed';
}

const CONNECTION_FAULTS: { [code: string]: string | undefined } = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection before it answered',
  EHOSTUNREACH: 'The receiver cannot be reached',
  ENETUNREACH: 'The receiver cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the receiver is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another name',
};
