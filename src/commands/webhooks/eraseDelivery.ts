import { webhookDelivery, webhookDeliveryStream } from '../../domain/webhooks/webhookDelivery.js';
import type { Clock } from '../../platform/clock.js';
import { sealedBlobKeys, sealedValues } from '../../platform/eventStore/eventCodec.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { forget, type Erasure, type ForgetDeps } from '../core/forget.js';

/** Forgets where a webhook went, what it said and what was answered; harmless where there is none. */
export type EraseDelivery = (context: CommandContext, delivery_id: string) => Promise<ErasedDelivery>;

/** What erasing a delivery did. */
export interface ErasedDelivery extends Committed<void> {
  /** How much of it there was; the same each time it is asked for. */
  erased: Erasure['erased'];
}

/** Where the body of a delivery is kept. */
export const deliveryBodyKey = (deliveryId: string): string => `webhooks/${deliveryId}/body`;

/** Creates the erasure of webhook deliveries. */
export function createEraseDelivery(
  deps: ForgetDeps & { handler: Pick<CommandHandler, 'handle'>; clock: Clock },
): EraseDelivery {
  return async (context, delivery_id) => {
    const stream = webhookDeliveryStream(delivery_id);
    const command = { type: 'erase', at: deps.clock().toISOString() } as const;
    const handled = await forget(deps, {
      ...{ stream, context },
      record: () => deps.handler.handle({ stream, decider: webhookDelivery, command, context }),
      // The body is stored first: a crash can have left one that no delivery knows of.
      blobKeys: () => [deliveryBodyKey(delivery_id)],
    });
    await deps.subjectKeys.erasureDone(stream);
    const { recorded } = handled;
    const isThere = recorded.length > 0 ? 1 : 0; // its body and its row are, then
    const blobs = isThere + sealedBlobKeys(recorded).length;
    return { ...committed(undefined, handled), erased: { values: sealedValues(recorded), blobs, rows: isThere } };
  };
}
