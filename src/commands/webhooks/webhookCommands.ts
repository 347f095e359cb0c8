import { randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/core/decider.js';
import { execution, executionStream } from '../../domain/executions/index.js';
import {
  webhookDelivery,
  webhookDeliveryStream,
  type AttemptOutcome,
  type WebhookDelivery,
  type WebhookDeliveryCommand,
  type WebhookDeliveryState,
} from '../../domain/webhooks/webhookDelivery.js';
import {
  liveSecrets,
  webhookSecret,
  webhookSecretStream,
  type WebhookSecretState,
} from '../../domain/webhooks/webhookSecret.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import { executionView } from '../../projections/executions/executionView.js';
import { committed, type CommandHandler, type Loaded } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { deliveryBodyKey, type EraseDelivery } from './eraseDelivery.js';
import { createOpenDelivery, type OpenDelivery, type PendingDelivery } from './openDelivery.js';

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

const LOST =
  'Something of the delivery is lost, so it cannot be sent again: the key that it was sealed under is gone, or it was changed';

/** The secrets of a tenant, as bytes, the newest first. */
export interface WebhookSecrets {
  live: Buffer[];
  /** When the newest was issued, ISO 8601. */
  issued_at: string;
}

/** What is to be told to whom. */
export interface ToldBody {
  /** Of what it tells of, and of the delivery. */
  id: string;
  url: string;
  body: Buffer;
}

/** What can be asked of webhooks. */
export interface WebhookCommands {
  /**
   * Queues the outcome of an execution that ended, where its caller asked for a webhook; once, however often it is asked
   * for. The body is what a read of the execution shows.
   */
  queueOutcome(context: CommandContext, execution_id: string): Promise<Committed<void>>;
  /** Queues a body for an address of the context's tenant; once, however often it is asked for. */
  queueBody(context: CommandContext, told: ToldBody): Promise<Committed<void>>;
  /** What is to be sent. */
  open: OpenDelivery;
  /** Notes an attempt. @throws DomainError `conflict` when the delivery ended meanwhile */
  recordAttempt(
    context: CommandContext,
    pending: PendingDelivery,
    outcome: AttemptOutcome,
  ): Promise<Committed<WebhookDelivery>>;
  /** Tries a delivery that ended again. @throws DomainError `not_found`, `conflict` also where something of it is lost */
  retry(context: CommandContext, delivery_id: string): Promise<Committed<WebhookDelivery>>;
  /** The tenant's secrets, made on first use. @throws SealedValueLost where the newest is lost */
  secrets(context: CommandContext, tenant_id: string): Promise<Committed<WebhookSecrets>>;
  /** A new secret; the one before goes on signing beside it for a day, unless it is lost. */
  rotateSecret(context: CommandContext, tenant_id: string): Promise<Committed<WebhookSecrets>>;
}

/** What the commands of webhooks stand on. */
export interface WebhookCommandsDeps {
  handler: CommandHandler;
  blobs: BlobStore;
  clock: Clock;
  eraseDelivery: EraseDelivery;
}

declare module '../core/commands.js' {
  interface Commands {
    webhooks: WebhookCommands;
  }
}

/** Creates the commands of webhooks. */
export function createWebhookCommands({ handler, blobs, clock, eraseDelivery }: WebhookCommandsDeps): WebhookCommands {
  const now = (): string => clock().toISOString();

  const handle = (
    context: CommandContext,
    id: string,
    command: WebhookDeliveryCommand,
    known?: Loaded<WebhookDeliveryState>,
  ) =>
    handler.handle({
      ...{ stream: webhookDeliveryStream(id), decider: webhookDelivery, command, context, once: true },
      ...(known && { known }),
    });

  /** The body is stored first: a delivery that is there can be sent. */
  const queue = async (context: CommandContext, { id, url, body }: ToldBody, known?: Loaded<WebhookDeliveryState>) => {
    const stored = await blobs.put(deliveryBodyKey(id), body, { subject: webhookDeliveryStream(id) });
    const { tenant_id } = context;
    const delivery = { delivery_id: id, tenant_id, execution_id: id, url, body: stored, queued_at: now() };
    return handle(context, id, { type: 'queue', delivery }, known);
  };

  return {
    async queueOutcome(context, execution_id) {
      const { state, mode } = await handler.load(executionStream(execution_id), execution);
      // An erased execution has nothing left to tell.
      if (state.status !== 'ended' || state.run.webhook_url === null) return committed(undefined);
      const { tenant_id, webhook_url: url } = state.run;
      const body = Buffer.from(JSON.stringify(executionView({ ...state.execution, mode: mode ?? 'live' })));
      // Whoever asks need not know that the run was part of a test: the reconciler does not.
      const forTenant = { ...context, tenant_id, mode };
      const queued = await queue(forTenant, { id: execution_id, url, body }).catch(unlessErased);
      const { state: since } = await handler.load(executionStream(execution_id), execution);
      // Erased meanwhile: whoever erased it may have looked for delivery and body before they were there.
      if (!queued || since.status === 'erased') return eraseDelivery(forTenant, execution_id);
      return committed(undefined, queued);
    },

    async queueBody(context, told) {
      const known = await handler.load(webhookDeliveryStream(told.id), webhookDelivery);
      // What was stored then is what is sent, also where it would be something else by now.
      if (known.state.status !== 'not_queued') return committed(undefined);
      return committed(undefined, await queue(context, told, known));
    },

    open: createOpenDelivery({ handler, blobs }),

    async recordAttempt(context, { delivery, known }, outcome) {
      const command: WebhookDeliveryCommand = { type: 'record_attempt', outcome, at: now() };
      const { tenant_id, delivery_id } = delivery;
      const handled = await handle({ ...context, tenant_id }, delivery_id, command, known);
      return committed(deliveryIn(handled.state), handled);
    },

    async retry(context, delivery_id) {
      const requeued = handle(context, delivery_id, { type: 'requeue', at: now() });
      const handled = await requeued.catch((error: unknown) => {
        throw error instanceof SealedValueLost ? new DomainError('conflict', LOST) : error;
      });
      return committed(deliveryIn(handled.state), handled);
    },

    ...createSecrets({ handler, clock }),
  };
}

/** Creates what is done with the secrets of tenants. */
function createSecrets({
  handler,
  clock,
}: Pick<WebhookCommandsDeps, 'handler' | 'clock'>): Pick<WebhookCommands, 'secrets' | 'rotateSecret'> {
  const secret = async (context: CommandContext, tenant_id: string, type: 'ensure' | 'rotate') => {
    const fresh = randomBytes(SECRET_BYTES).toString('base64');
    const stream = webhookSecretStream(tenant_id);
    const handled = await handler.handle({
      ...{ stream, decider: webhookSecret, context: { ...context, tenant_id } },
      command: { type, tenant_id, secret: fresh, at: clock().toISOString() },
      ...{ once: true, lostAsErased: true }, // whoever lost one gets another
    });
    // Unless the newest was erased, this says that it is lost.
    if (handled.state.status === 'issued' && handled.state.secret === null) await handler.load(stream, webhookSecret);
    return committed(secretsOf(handled.state, clock()), handled);
  };
  return {
    secrets: (context, tenant_id) => secret(context, tenant_id, 'ensure'),
    rotateSecret: (context, tenant_id) => secret(context, tenant_id, 'rotate'),
  };
}

function unlessErased(error: unknown): undefined {
  if (!(error instanceof SubjectErased)) throw error;
}

function secretsOf(state: WebhookSecretState, at: Date): WebhookSecrets {
  if (state.status === 'none') throw new Error('A tenant whose secret was just asked for has none');
  return { live: liveSecrets(state, at).map((secret) => Buffer.from(secret, 'base64')), issued_at: state.issued_at };
}

function deliveryIn(state: WebhookDeliveryState): WebhookDelivery {
  if (state.status === 'not_queued') throw new Error('A delivery that was never queued has no view');
  return state.delivery;
}
