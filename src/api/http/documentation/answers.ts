import { readFileSync } from 'node:fs';
import type { ResponseObject } from './openApiDocument.js';

/** What the service answered to tests, by method, path and status; `scripts/writeAnswers.ts` notes it. */
const answers = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as Record<string, unknown>;

/** A response with a real answer as its example, where one was noted. */
export function withAnswer(response: ResponseObject, operation: string): ResponseObject {
  const json = response.content?.['application/json'];
  const example = answers[operation];
  if (!json || example === undefined) return response;
  return { ...response, content: { ...response.content, 'application/json': { ...json, example } } };
}
