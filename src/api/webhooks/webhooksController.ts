import { Controller, Extension, Get, Path, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { CommandContext, Committed } from '../../commands/core/context.js';
import type { WebhookSecrets } from '../../commands/webhooks/webhookCommands.js';
import type { ListedDelivery } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import { showSecret } from '../../domain/webhooks/webhookSecret.js';
import type { Call } from '../http/call.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import type { DeliveryView, RotatedWebhookSecretView, WebhookSecretView } from './webhookContract.js';
import { ApiError } from '../http/responses/apiError.js';

/** Outcomes of asynchronous runs are posted to the address their caller gave, signed by the Standard Webhooks scheme. */
@Route('v1/webhooks')
@Tags('Webhooks')
export class WebhooksController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Lists deliveries with their attempts, newest first.
   * @summary List webhook deliveries
   * @param tenant_id Tenant whose deliveries are listed; empty or left out: all that the key may see
   * @param status Only deliveries of this status
   * @param execution_id Only the delivery of this execution
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get('deliveries')
  @Extension('x-read-model', 'webhook_deliveries')
  async listDeliveries(
    @Query() tenant_id?: TenantId,
    @Query() status?: 'pending' | 'delivered' | 'failed',
    @Query() execution_id?: Uuid,
    @Query() limit = 50,
  ): Promise<DeliveryView[]> {
    const filter = { tenant_id: this.call.tenantFilter(tenant_id), status, execution_id: execution_id?.toLowerCase() };
    return (await this.call.services.queries.webhookDeliveries.list({ ...filter, limit })).map(deliveryView);
  }

  /**
   * Puts a delivery that ended back into the queue, with the same id and body and as many attempts as a new one.
   * @summary Retry a webhook delivery
   * @param delivery_id The delivery
   */
  @Post('deliveries/{delivery_id}/retry')
  @SuccessResponse(200, 'The delivery, pending again')
  @Response<ErrorBody>(404, 'There is no such delivery', { detail: 'There is no delivery with this id' })
  @Response<ErrorBody>(409, 'The delivery is pending already, or was erased, or something of it is lost', {
    detail: 'The delivery is pending already; it is tried at the next poll',
  })
  async retryDelivery(@Path() delivery_id: Uuid): Promise<DeliveryView> {
    const { queries, commands } = this.call.services;
    const id = delivery_id.toLowerCase();
    const { tenant_id } = await this.call.findOwn(queries.webhookDeliveries, id, 'delivery');
    return deliveryView(await this.call.visible(commands.webhooks.retry(this.call.contextFor(tenant_id), id)));
  }

  /**
   * The secret that signs a tenant's webhooks, made on first use.
   * @summary Get the webhook secret
   * @param tenant_id The tenant; the key's own when left out or empty
   */
  @Get('secret')
  @Extension('x-required-scope', 'admin')
  async getSecret(@Query() tenant_id?: TenantId): Promise<WebhookSecretView> {
    const context = this.secretContext(tenant_id);
    const { webhooks } = this.call.services.commands;
    return this.secretView(context.tenant_id, webhooks.secrets(context, context.tenant_id));
  }

  /**
   * Makes a new secret. The one before signs beside it for another 24 hours, so that receivers can change over, unless it is
   * lost, as after a restore that did not bring back its key: then the new one alone does. A replayed
   * answer leaves the secrets out: they are read with `GET /v1/webhooks/secret`.
   * @summary Rotate the webhook secret
   * @param tenant_id The tenant; the key's own when left out
   */
  @Post('secret/rotate')
  @Extension('x-required-scope', 'admin')
  @Extension('x-never-stored', ['secret', 'live_secrets'])
  async rotateSecret(@Query() tenant_id?: TenantId): Promise<RotatedWebhookSecretView> {
    const context = this.secretContext(tenant_id);
    const { webhooks } = this.call.services.commands;
    return this.secretView(context.tenant_id, webhooks.rotateSecret(context, context.tenant_id));
  }

  /** A tenant has one secret, and what is meant is signed with it: whoever knows it can forge webhooks. @throws DomainError `forbidden` for a test key */
  private secretContext(tenant_id: string | undefined): CommandContext {
    const context = this.call.contextFor(this.call.tenantFor(tenant_id));
    assertOwnWorld(context, 'live');
    return context;
  }

  private async secretView(tenant_id: string, command: Promise<Committed<WebhookSecrets>>): Promise<WebhookSecretView> {
    const { live, issued_at } = await this.call.visible(command);
    const live_secrets = live.map((secret) => showSecret(secret.toString('base64')));
    const [secret] = live_secrets;
    if (secret === undefined) throw new ApiError(404, 'The webhook secret of the tenant was erased; rotate it');
    return { tenant_id, secret, live_secrets, issued_at };
  }
}

const deliveryView = (delivery: ListedDelivery): DeliveryView => ({
  delivery_id: delivery.delivery_id,
  tenant_id: delivery.tenant_id,
  execution_id: delivery.execution_id,
  url: delivery.url ?? '',
  status: delivery.status,
  attempts: delivery.attempts,
  queued_at: delivery.queued_at,
  ended_at: delivery.ended_at ?? '',
});
