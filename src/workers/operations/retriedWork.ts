import { WorkRetried } from '../../domain/operations/index.js';
import { withParkedId } from '../core/parkedId.js';
import type { RouteAgain } from '../core/relay.js';

/** Work that was parked and is to be tried again goes to the topic it came from. */
export const retriedWork: RouteAgain = {
  again({ data }) {
    const { topic, key, type, payload, parked_id } = WorkRetried.schema.parse(data);
    return { topic, key, type, payload: withParkedId(payload, parked_id) };
  },
};
