import {
  webhookDelivery,
  webhookDeliveryStream,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '../../domain/webhooks/webhookDelivery.js';
import { BlobDamaged, BlobKeyMissing, BlobNotFound, type BlobStore } from '../../platform/blobs/blobStore.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { CommandHandler, Loaded } from '../core/commandHandler.js';

/** A delivery that is pending. */
export interface PendingDelivery {
  delivery: WebhookDelivery;
  known: Loaded<WebhookDeliveryState>;
}

/** A delivery that can be sent now. */
export interface SendableDelivery extends PendingDelivery {
  url: string;
  body: Buffer;
}

/** A delivery of which something is gone that it cannot be sent without, though nobody erased it. */
export interface LostDelivery extends PendingDelivery {
  /** What is gone, a sentence that its caller may read. */
  lost: string;
  cause: unknown;
}

/**
 * What is to be sent, or what of it is lost; undefined when the delivery is not pending any more, or is being erased.
 * @throws EventUnreadable, and what the stores throw while they are away: that is no attempt
 */
export type OpenDelivery = (delivery_id: string) => Promise<SendableDelivery | LostDelivery | undefined>;

const LOST_ADDRESS = 'The address of the receiver is lost: the key that it was sealed under is gone, or it was changed';
const LOST_BODY = 'The body to be sent is lost';

/** Creates what opens deliveries. */
export function createOpenDelivery(deps: {
  handler: Pick<CommandHandler, 'load' | 'loadToErase'>;
  blobs: Pick<BlobStore, 'read'>;
}): OpenDelivery {
  return async (delivery_id) => {
    const { known, lost } = await load(deps.handler, delivery_id);
    if (known.state.status !== 'pending') return undefined;
    const { delivery } = known.state;
    const { url } = delivery;
    if (url === null) return lost && { delivery, known, lost: LOST_ADDRESS, cause: lost };
    try {
      return { delivery, url, body: await deps.blobs.read(delivery.body.key), known };
    } catch (error) {
      if (!isGone(error)) throw error;
      return { delivery, known, lost: LOST_BODY, cause: error };
    }
  };
}

/** A delivery as far as it can be read: one that cannot is to fail in the end, and not to be tried for ever. */
async function load(
  handler: Pick<CommandHandler, 'load' | 'loadToErase'>,
  id: string,
): Promise<{ known: Loaded<WebhookDeliveryState>; lost?: SealedValueLost }> {
  const stream = webhookDeliveryStream(id);
  try {
    return { known: await handler.load(stream, webhookDelivery) };
  } catch (error) {
    if (!(error instanceof SealedValueLost)) throw error;
    return { known: await handler.loadToErase(stream, webhookDelivery), lost: error };
  }
}

/** Whether a blob is gone for good. */
const isGone = (error: unknown): boolean =>
  error instanceof BlobNotFound || error instanceof BlobDamaged || error instanceof BlobKeyMissing;
