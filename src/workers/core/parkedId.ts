import type { Message } from '../../platform/bus/bus.js';

/** In the payload of work that was parked before: under which id. */
const PARKED_ID = 'parked_id';

/** Under which id work is parked: the one it was parked under before, else that of its message. */
export function parkedIdOf({ id, payload }: Pick<Message, 'id' | 'payload'>): string {
  const before = payload[PARKED_ID];
  return typeof before === 'string' ? before : id;
}

/** The payload of work that was parked under an id. */
export const withParkedId = (payload: Message['payload'], parked_id: string): Message['payload'] => ({
  ...payload,
  [PARKED_ID]: parked_id,
});
