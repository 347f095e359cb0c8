import type { ApiKey, Scope } from '../domain/apiKey.js';
import type { CommandContext, Committed } from './context.js';

/** A key that was just issued: the only time its raw form is known. */
export interface IssuedApiKey extends ApiKey {
  raw_key: string;
}

/** What a new key is to be. */
export interface IssueApiKey {
  tenant_id: string;
  name: string;
  scopes: readonly Scope[];
  /** Scopes of whoever issues it: a key can only hand out what it holds. */
  held_scopes: readonly Scope[];
  /** The key itself, when it is given and not made: `zk_…`, or any other text for a legacy key. */
  raw_key?: string;
}

/** What can be asked of API keys. */
export interface ApiKeyCommands {
  /**
   * Issues a key.
   * @throws DomainError `invalid` for a blank name, no scopes or a bad tenant, `forbidden` for scopes the actor lacks
   */
  issue(context: CommandContext, input: IssueApiKey): Promise<Committed<IssuedApiKey>>;
  /**
   * Issues the first key of the platform, with all scopes, unless it was issued before: `undefined` then. Safe when
   * several processes start at once. `raw_key` sets its value.
   */
  issueFirst(context: CommandContext, raw_key?: string): Promise<Committed<IssuedApiKey> | undefined>;
  /** Revokes a key. @throws DomainError `not_found` when there is none, or it is revoked already */
  revoke(context: CommandContext, key_id: string): Promise<Committed<ApiKey>>;
}
