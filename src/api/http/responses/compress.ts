import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { stateOf } from '../requestState.js';

/** Bytes from which on it is worth it: less fits into one packet anyway. */
const WORTH_IT = 1024;

/** JSON, text and compiled programs. Images, PDF files and archives are compressed already, and of a stream each event must go at once. */
const TEXT = /^(application\/(json|x-ndjson|jsonl|javascript|wasm)|text\/(?!event-stream))/;

/** Of brotli's eleven: better than gzip, and no slower. It looks back 256 KiB, as each answer under way takes memory for that: by itself 4 MiB. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Compresses answers with gzip or brotli, for callers that take it. */
export const compressAnswers = (): RequestHandler =>
  compression({
    threshold: WORTH_IT,
    filter: isWorthIt,
    brotli: { params: BROTLI },
  });

function isWorthIt(request: Request, response: Response): boolean {
  // How well a secret compresses beside what somebody chose tells something of it (BREACH, http://breachattack.com).
  const holdsSecret = (stateOf(request).operation?.neverStored.length ?? 0) > 0;
  // A range is of the bytes as they lie there.
  return !holdsSecret && response.statusCode !== 206 && TEXT.test(String(response.getHeader('Content-Type') ?? ''));
}
