import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Patch,
  Path,
  Post,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { noneWithThisId } from '../../domain/core/decider.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { EndpointStanding } from '../../projections/webhookEndpoints/webhookEndpointsProjection.js';
import type { WebhookEndpoint } from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  AddWebhookEndpointBody,
  ChangeWebhookEndpointBody,
  EndpointDeliveryView,
  WebhookEndpointView,
} from './webhookEndpointContract.js';
import { endpointDeliveryView, webhookEndpointView } from './webhookEndpointView.js';

const NO_ENDPOINT = { detail: 'There is no webhook endpoint with this id' };

/** Endpoints of a tenant are told what happens to its cases, signed like all webhooks. In which order is not promised. */
@Route('v1/webhooks/endpoints')
@Tags('Webhooks')
export class WebhookEndpointsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Adds an endpoint. It is told what happens from now on; a tenant has 20 at most.
   * @summary Add a webhook endpoint
   */
  @Post()
  @Extension('x-location', '/v1/webhooks/endpoints/{id}')
  @SuccessResponse(201, 'The endpoint')
  @Response<ErrorBody>(400, 'The tenant has as many as there may be', {
    detail: 'A tenant has at most 20 webhook endpoints',
  })
  async addWebhookEndpoint(@Body() body: AddWebhookEndpointBody): Promise<WebhookEndpointView> {
    const { url, events, description = '', enabled = true } = body;
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    const { webhookEndpoints } = this.call.services.commands;
    const settings = { url, events, description, enabled };
    return webhookEndpointView(await this.call.visible(webhookEndpoints.add(context, settings, this.call.madeId)));
  }

  /**
   * Lists endpoints, newest first.
   * @summary List webhook endpoints
   * @param tenant_id Tenant whose endpoints are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get()
  @Extension('x-read-model', 'webhook_endpoints')
  async listWebhookEndpoints(@Query() tenant_id?: TenantId, @Query() limit = 50): Promise<WebhookEndpointView[]> {
    const { queries, commands } = this.call.services;
    const filter = { tenant_id: this.call.tenantFilter(tenant_id), limit };
    const standings = await queries.webhookEndpoints.list(filter);
    const tenants = [...new Set(standings.map((one) => one.tenant_id))];
    const endpoints = (await Promise.all(tenants.map((tenant) => commands.webhookEndpoints.now(tenant)))).flat();
    return standings.flatMap((standing) => {
      const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === standing.endpoint_id);
      return endpoint ? [webhookEndpointView(endpoint, standing)] : [];
    });
  }

  /**
   * One endpoint, and how it takes what it is sent.
   * @summary Get a webhook endpoint
   * @param endpoint_id The endpoint
   */
  @Get('{endpoint_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such endpoint', NO_ENDPOINT)
  async getWebhookEndpoint(@Path() endpoint_id: Uuid): Promise<WebhookEndpointView> {
    const { endpoint, standing } = await this.find(endpoint_id);
    return webhookEndpointView(endpoint, standing);
  }

  /**
   * Changes an endpoint. What it is told of counts from now on.
   * @summary Update a webhook endpoint
   * @param endpoint_id The endpoint
   */
  @Patch('{endpoint_id}')
  @SuccessResponse(200, 'The endpoint')
  @Response<ErrorBody>(404, 'There is no such endpoint', NO_ENDPOINT)
  async changeWebhookEndpoint(
    @Path() endpoint_id: Uuid,
    @Body() body: ChangeWebhookEndpointBody,
  ): Promise<WebhookEndpointView> {
    const { endpoint, standing } = await this.find(endpoint_id);
    const { url, events, description, enabled } = body;
    const changes = {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled }),
    };
    const { webhookEndpoints } = this.call.services.commands;
    const context = this.call.contextFor(endpoint.tenant_id);
    const changed = await this.call.visible(webhookEndpoints.change(context, endpoint.endpoint_id, changes));
    return webhookEndpointView(changed, standing);
  }

  /**
   * Deletes an endpoint. Nothing is sent to it any more, what waits for it neither.
   * @summary Delete a webhook endpoint
   * @param endpoint_id The endpoint
   */
  @Delete('{endpoint_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'There is no such endpoint', NO_ENDPOINT)
  async removeWebhookEndpoint(@Path() endpoint_id: Uuid): Promise<void> {
    const { endpoint } = await this.find(endpoint_id);
    const { webhookEndpoints } = this.call.services.commands;
    await this.call.visible(webhookEndpoints.remove(this.call.contextFor(endpoint.tenant_id), endpoint.endpoint_id));
  }

  /**
   * Sends a `ping`, once: what comes of it is in the deliveries of the endpoint. It ends a pause, which begins anew where the endpoint takes nothing.
   * @summary Test a webhook endpoint
   * @param endpoint_id The endpoint
   */
  @Post('{endpoint_id}/test')
  @SuccessResponse(202, 'The delivery of the ping, pending')
  @Response<ErrorBody>(404, 'There is no such endpoint', NO_ENDPOINT)
  @Response<ErrorBody>(409, 'The endpoint is disabled', {
    detail: 'The webhook endpoint is disabled; enable it before it is tested',
  })
  async testWebhookEndpoint(@Path() endpoint_id: Uuid): Promise<EndpointDeliveryView> {
    const { endpoint } = await this.find(endpoint_id);
    if (!endpoint.enabled) {
      throw new ApiError(409, 'The webhook endpoint is disabled; enable it before it is tested');
    }
    const { webhookEndpoints } = this.call.services.commands;
    const context = this.call.contextFor(endpoint.tenant_id);
    const ping = await this.call.visible(webhookEndpoints.ping(context, endpoint.endpoint_id, this.call.madeId));
    return endpointDeliveryView(ping);
  }

  /**
   * Lists what an endpoint is told, with the attempts, newest first.
   * @summary List the deliveries of a webhook endpoint
   * @param endpoint_id The endpoint
   * @param status Only deliveries of this status
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get('{endpoint_id}/deliveries')
  @Extension('x-read-model', 'endpoint_deliveries')
  @Response<ErrorBody>(404, 'There is no such endpoint', NO_ENDPOINT)
  async listEndpointDeliveries(
    @Path() endpoint_id: Uuid,
    @Query() status?: 'pending' | 'delivered' | 'failed' | 'dropped',
    @Query() limit = 50,
  ): Promise<EndpointDeliveryView[]> {
    const { endpoint } = await this.find(endpoint_id);
    const filter = { endpoint_id: endpoint.endpoint_id, status, limit };
    return (await this.call.services.queries.endpointDeliveries.list(filter)).map(endpointDeliveryView);
  }

  /**
   * Puts a delivery that ended back into the queue, with the same id and as many attempts as a new one.
   * @summary Retry a delivery of a webhook endpoint
   * @param endpoint_id The endpoint
   * @param delivery_id The delivery
   */
  @Post('{endpoint_id}/deliveries/{delivery_id}/retry')
  @SuccessResponse(200, 'The delivery, pending again')
  @Response<ErrorBody>(404, 'There is no such endpoint, or it has no such delivery', {
    detail: 'There is no delivery with this id',
  })
  @Response<ErrorBody>(409, 'The delivery is pending already', { detail: 'The delivery is pending already' })
  async retryEndpointDelivery(@Path() endpoint_id: Uuid, @Path() delivery_id: Uuid): Promise<EndpointDeliveryView> {
    const { endpoint } = await this.find(endpoint_id);
    const { queries, commands } = this.call.services;
    const delivery = await this.call.findOwn(queries.endpointDeliveries, delivery_id, 'delivery');
    if (delivery.endpoint_id !== endpoint.endpoint_id) throw noneWithThisId('delivery');
    const context = this.call.contextFor(endpoint.tenant_id);
    return endpointDeliveryView(
      await this.call.visible(commands.webhookEndpoints.retry(context, delivery.delivery_id)),
    );
  }

  /** An endpoint as its tenant's stream has it: also one that the read model does not show yet, where it is the caller's own. */
  private async find(given: string): Promise<{ endpoint: WebhookEndpoint; standing: EndpointStanding | undefined }> {
    const id = given.toLowerCase();
    const { queries, commands } = this.call.services;
    const standing = await queries.webhookEndpoints.find(id);
    const tenant = standing?.tenant_id ?? this.call.caller.tenant_id;
    const own = this.call.maySee(tenant) ? await commands.webhookEndpoints.now(tenant) : [];
    const endpoint = own.find(({ endpoint_id }) => endpoint_id === id);
    if (!endpoint) throw noneWithThisId('webhook endpoint');
    return { endpoint, standing };
  }
}
