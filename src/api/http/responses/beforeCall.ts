import type { ServerResponse } from 'node:http';

/** Calls back before a method of an answer does its work, each time. */
export function beforeCall(response: ServerResponse, method: 'writeHead' | 'end', then: () => void): void {
  const work = response[method] as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    then();
    return work.apply(response, given);
  };
  Object.assign(response, { [method]: watched });
}
