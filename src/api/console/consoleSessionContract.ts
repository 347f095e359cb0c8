import type { Scope } from '../../domain/apiKeys/index.js';

/** What a person signs in with. */
export interface SignInBody {
  /**
   * The API key that the session stands for, as it was shown when it was created.
   * @minLength 1
   * @maxLength 512
   * @example "zk_0123456789ab_0123456789abcdef0123456789abcdef"
   */
  api_key: string;
}

/** Somebody who has signed in with an account of their own. */
export interface ConsolePersonView {
  /**
   * What their identity provider calls them, for good: `person:<subject>` in the audit trail.
   * @example "248289761001"
   */
  subject: string;
  /** @example "Jane Doe" */
  name: string;
}

/** How people sign in here. */
export interface SignInWaysView {
  /** With an account of their own, at `/console/login`; with an API key everybody can. */
  oidc: boolean;
}

/** A session of the console, and what it may do. */
export interface ConsoleSessionView {
  /** Of the key; empty for the platform's. */
  tenant_id: string;
  /** Of the key that the session stands for; null for a person, and when authentication is switched off. */
  key_id: string | null;
  /** Who has signed in with an account of their own; null where a key has. */
  person: ConsolePersonView | null;
  /** What it may do: what its key may, or the groups of the person. */
  scopes: Scope[];
  /** That of the key: what is made with `test` counts in no figure. */
  mode: 'live' | 'test';
  /**
   * When it ends at the latest; before that after 30 minutes without a request. Null when authentication is switched off.
   * @format date-time
   */
  ends_at: string | null;
}
