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
import { endOf } from '../http/requests/moments.js';
import type { ApiKeyView, CreateApiKey, CreatedApiKey, RotateApiKey } from './apiKeyContract.js';
import type { Moment, TenantId, Uuid } from '../../domain/core/text.js';
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
    const { tenant_id, name, scopes, mode } = body;
    const held = { held_scopes: caller.scopes, held_mode: caller.mode };
    const input = { ...{ tenant_id, name, scopes, mode, ...held }, expires_at: momentOf(body.expires_at) };
    return createdKeyView(
      await this.call.visible(
        madeId === undefined ? apiKeys.issue(context, input) : apiKeys.issueOnce(context, madeId, input),
      ),
    );
  }

  /**
   * Makes a new key of the same tenant, name, scopes and mode, and has the old one expire after the overlap: both work until then. Its raw form is
   * in this answer and nowhere else. A key is rotated once; the one that took its place can be rotated again.
   * @summary Rotate an API key
   * @param key_id The key
   */
  @Post('{key_id}/rotate')
  @Extension('x-required-scope', 'admin')
  @Extension('x-never-stored', ['raw_key'])
  @SuccessResponse(201, 'The new key, with its raw form')
  @Response<ErrorBody>(404, 'There is no such key, or it is revoked or has expired', {
    detail: 'There is no active API key with this id',
  })
  @Response<ErrorBody>(409, 'It was rotated before, or is the last key of the platform that can manage keys for good', {
    detail: 'Another API key takes the place of this one already',
  })
  async rotateApiKey(@Path() key_id: Uuid, @Body() body?: RotateApiKey): Promise<CreatedApiKey> {
    const { services, caller, madeId } = this.call;
    const key = await this.activeKey(key_id);
    const held = { held_scopes: caller.scopes, held_mode: caller.mode };
    const { overlap_minutes = 1440, expires_at } = body ?? {};
    const input = { overlap_minutes, expires_at: momentOf(expires_at), ...held };
    const context = this.call.contextFor(key.tenant_id);
    return createdKeyView(await this.call.visible(services.commands.apiKeys.rotate(context, key.id, input, madeId)));
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
    const { id, tenant_id } = await this.activeKey(key_id);
    await this.call.visible(this.call.services.commands.apiKeys.revoke(this.call.contextFor(tenant_id), id));
  }

  /** A key that is not revoked, where the caller may see it; as its stream has it. */
  private async activeKey(key_id: Uuid): Promise<ApiKey> {
    const key = await this.call.services.commands.apiKeys.find(key_id.toLowerCase());
    if (!key || key.revoked || !this.call.maySee(key.tenant_id)) throw noneWithThisId('active API key');
    return key;
  }
}

const momentOf = (named: Moment | undefined): string | null => (named === undefined ? null : endOf(named));

const createdKeyView = ({ raw_key, ...key }: ApiKey & { raw_key?: string }): CreatedApiKey => ({
  ...apiKeyView({ ...key, last_used: null }),
  ...(raw_key !== undefined && { raw_key }),
});

const apiKeyView = (key: ApiKeyWithUse): ApiKeyView => ({
  id: key.id,
  tenant_id: key.tenant_id,
  name: key.name,
  scopes: key.scopes,
  revoked: key.revoked,
  mode: key.mode ?? 'live',
  expires_at: key.expires_at,
  replaced_by: key.replaced_by,
  last_used: key.last_used,
  created_at: key.created_at,
});
