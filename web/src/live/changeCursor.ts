import { api, dataOf } from '../api/client.js';

let cursor: string | undefined;

/** Where what changes was read up to: after a pause it goes on from there, so that nothing is missed. Undefined until it is known where to begin. */
export const changeCursor = (): string | undefined => cursor;

/** Notes that what changes was read up to here. */
export const moveChangeCursor = (next: string | undefined): void => void (cursor = next);

/**
 * Finds out where to begin, where that is not known. It must be known before anything is read that is shown, or what changes in between is missed. Where it
 * cannot be found out, what changes is told from when it is first listened to.
 */
export async function findChangeCursor(): Promise<void> {
  if (cursor === undefined) cursor = await nowOf().catch(() => undefined);
}

const nowOf = async (): Promise<string> => dataOf(await api.GET('/v1/changes')).next;
