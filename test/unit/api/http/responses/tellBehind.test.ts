import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { beginState, stateOf } from '../../../../../src/api/http/requestState.js';
import { BEHIND, tellBehind } from '../../../../../src/api/http/responses/tellBehind.js';
import { createLog } from '../../../../../src/platform/log.js';

/** What an answer made of a read model says of it, where read models are so many seconds behind. */
async function told(
  readModel: string,
  asked: { body?: object; query?: Request['query'] },
  seconds: { [name: string]: number },
): Promise<string | undefined> {
  const some: Partial<Request> = { query: {}, ...asked };
  const request = some as Request;
  beginState(request, 'r');
  stateOf(request).operation = { readModel } as NonNullable<ReturnType<typeof stateOf>['operation']>;
  const headers = new Map<string, string>();
  const response: Partial<Response> = {
    set(name: string | object, value?: string | string[]) {
      if (typeof name === 'string') headers.set(name, String(value));
      return response as Response;
    },
  };
  const secondsOf = (name: string): Promise<number> =>
    name in seconds ? Promise.resolve(seconds[name] ?? 0) : Promise.reject(new Error('There is none'));
  await new Promise<void>((resolve) => {
    void tellBehind({ behind: { secondsOf }, log: createLog('fatal') })(request, response as Response, () => resolve());
  });
  return headers.get(BEHIND);
}

const behind = { searched_documents: 3, searched_cases: 7.5, searched_events: 0 };

describe('an answer made of a read model', () => {
  it('says how far that is behind, and nothing where that is hardly at all or cannot be found out', async () => {
    expect(await told('agents', {}, { agents: 2.9 })).toBe('2');
    expect(await told('agents', {}, { agents: 0.9 })).toBeUndefined();
    expect(await told('agents', {}, {})).toBeUndefined();
  });

  it('says it of the kind that is searched, by its body or its query', async () => {
    expect(await told('searched_{kind}', { body: { kind: 'cases' } }, behind)).toBe('7');
    expect(await told('searched_{kind}', { query: { kind: 'documents' } }, behind)).toBe('3');
    expect(await told('searched_{kind}', { body: { kind: 'events' } }, behind)).toBeUndefined();
  });

  it('says it of the one that is furthest behind where it does not say what is searched', async () => {
    expect(await told('searched_{kind}', {}, behind)).toBe('7');
    expect(await told('searched_{kind}', { body: { limit: 1 } }, behind)).toBe('7');
  });
});
