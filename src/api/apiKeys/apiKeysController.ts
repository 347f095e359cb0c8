import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ApiKeyWithUse } from '../../projections/apiKeys/apiKeysProjection.js';
import type { ApiKey } from '../../domain/apiKeys/apiKey.js';
import type { Call } from '../http/call.js';
import type { ApiKeyView, CreateApiKey, CreatedApiKey } from './apiKeyContract.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';
import { noneWithThisId } from '../../domain/core/decider.js';

/** Keys are what callers authenticate with. Managing them needs the scope `admin`. */
@Route('v1/admin/keys')
@Tags('API keys')
export class ApiKeysController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Creates a key. Its raw form is in this answer and nowhere else.
   * @summary Create an API key
   */
  @Post()
  @Extension('x-required-scope', 'admin')
  @Extension('x-never-stored', ['raw_key'])
  @SuccessResponse(201, 'The key, with its raw form')
  async createApiKey(@Body() body: CreateApiKey): Promise<CreatedApiKey> {
    const { services, caller, madeId } = this.call;
    const { apiKeys } = services.commands;
    const context = this.call.contextFor(body.tenant_id);
    const input = { tenant_id: body.tenant_id, name: body.name, scopes: body.scopes, held_scopes: caller.scopes };
    const { raw_key, ...key }: ApiKey & { raw_key?: string } = await this.call.visible(
      madeId === undefined ? apiKeys.issue(context, input) : apiKeys.issueOnce(context, madeId, input),
    );
    return { ...apiKeyView({ ...key, last_used: null }), ...(raw_key !== undefined && { raw_key }) };
  }

  /**
   * Lists keys, newest first, revoked ones too. A platform key lists the platform's own keys, those of the tenant it names, or with
   * an empty `tenant_id` every tenant's.
   * @summary List API keys
   * @param tenant_id Tenant whose keys are listed; the key's own when left out
   */
  @Get()
  @Extension('x-read-model', 'api_keys')
  @Extension('x-required-scope', 'admin')
  async listApiKeys(@Query() tenant_id?: TenantId): Promise<ApiKeyView[]> {
    const { services, caller } = this.call;
    await services.lastUsed.flush();
    const filter = tenant_id === undefined ? caller.tenant_id : this.call.tenantFilter(tenant_id);
    const keys = await services.queries.apiKeys.list({ tenant_id: filter });
    return keys.map(apiKeyView);
  }

  /**
   * Revokes a key: the next request with it is refused.
   * @summary Revoke an API key
   * @param key_id The key
   */
  @Delete('{key_id}')
  @Extension('x-required-scope', 'admin')
  @SuccessResponse(204, 'Revoked')
  @Response<ErrorBody>(404, 'There is no such key, or it is revoked already', {
    detail: 'There is no active API key with this id',
  })
  @Response<ErrorBody>(409, 'It is the last key of the platform that can manage keys', {
    detail:
      'This is the last key of the platform with the scope `admin`: without it nobody could manage keys. Create another one first',
  })
  async revokeApiKey(@Path() key_id: Uuid): Promise<void> {
    const { services } = this.call;
    const id = key_id.toLowerCase();
    const key = await services.commands.apiKeys.find(id);
    if (!key || key.revoked || !this.call.maySee(key.tenant_id)) {
      throw noneWithThisId('active API key');
    }
    await this.call.visible(services.commands.apiKeys.revoke(this.call.contextFor(key.tenant_id), id));
  }
}

type ShownKey = Pick<ApiKeyWithUse, 'id' | 'tenant_id' | 'name' | 'scopes' | 'revoked' | 'last_used' | 'created_at'>;

const apiKeyView = ({ id, tenant_id, name, scopes, revoked, last_used, created_at }: ShownKey): ApiKeyView => ({
  id,
  tenant_id,
  name,
  scopes,
  revoked,
  last_used,
  created_at,
});
