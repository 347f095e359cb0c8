import { randomUUID } from 'node:crypto';
import { SCOPES, apiKey, apiKeyStream, type ApiKey, type Scope } from '../../domain/apiKeys/apiKey.js';
import { DomainError } from '../../domain/core/decider.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import type { Clock } from '../../platform/clock.js';
import { hashRawKey, makeRawKey, prefixOf } from './apiKeySecret.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';

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
  /** The same under a given id, once, however often it is asked for: the raw form is there only the first time. */
  issueOnce(
    context: CommandContext,
    key_id: string,
    input: IssueApiKey,
  ): Promise<Committed<ApiKey & Partial<IssuedApiKey>>>;
  /**
   * Issues the first key of the platform, with all scopes, unless it was issued before: `undefined` then. Safe when
   * several processes start at once. `raw_key` sets its value.
   */
  issueFirst(context: CommandContext, raw_key?: string): Promise<Committed<IssuedApiKey> | undefined>;
  /** Revokes a key. @throws DomainError `not_found` when there is none, or it is revoked already */
  revoke(context: CommandContext, key_id: string): Promise<Committed<ApiKey>>;
}

/** A given key shorter than this could be guessed. */
const SHORTEST_RAW_KEY = 16;

/** The first key has a fixed id, so that only one of several starting processes can issue it. */
const FIRST_KEY_ID = '00000000-0000-4000-8000-000000000001';

/** What the commands of API keys stand on. */
export interface ApiKeyCommandsDeps {
  handler: CommandHandler;
  clock: Clock;
}

/** Creates the commands of API keys. */
export function createApiKeyCommands(deps: ApiKeyCommandsDeps): ApiKeyCommands {
  const { handler, clock } = deps;

  return {
    issue: (context, input) => issueAs(deps, randomUUID(), context, input),

    async issueOnce(context, key_id, input) {
      const before = await handler.load(apiKeyStream(key_id), apiKey);
      if (before.revision !== 'no_stream') return committed(keyIn(before.state));
      return issueAs(deps, key_id, context, input);
    },

    async issueFirst(context, raw_key) {
      const { revision } = await handler.load(apiKeyStream(FIRST_KEY_ID), apiKey);
      if (revision !== 'no_stream') return undefined;
      const everything = { scopes: SCOPES, held_scopes: SCOPES };
      try {
        return await issueAs(deps, FIRST_KEY_ID, context, {
          tenant_id: PLATFORM,
          name: 'First key',
          ...everything,
          ...(raw_key !== undefined && { raw_key }),
        });
      } catch (error) {
        // Another process was faster.
        if (error instanceof DomainError && error.reason === 'conflict') return undefined;
        throw error;
      }
    },

    async revoke(context, key_id) {
      const stream = apiKeyStream(key_id);
      const known = await handler.load(stream, apiKey);
      const tenant_id = known.state.status === 'not_issued' ? context.tenant_id : known.state.key.tenant_id;
      const handled = await handler.handle({
        ...{ stream, decider: apiKey, known },
        command: { type: 'revoke', at: clock().toISOString() },
        context: { ...context, tenant_id },
      });
      return committed(keyIn(handled.state), handled);
    },
  };
}

async function issueAs(
  { handler, clock }: ApiKeyCommandsDeps,
  key_id: string,
  context: CommandContext,
  input: IssueApiKey,
): Promise<Committed<IssuedApiKey>> {
  const { tenant_id, name, scopes, held_scopes, raw_key = makeRawKey() } = input;
  if (raw_key.length < SHORTEST_RAW_KEY || !/^[\x21-\x7e]+$/.test(raw_key)) {
    throw new DomainError(
      'invalid',
      `A given API key must have at least ${SHORTEST_RAW_KEY} characters, all of them printable ASCII without spaces`,
    );
  }
  const handled = await handler.handle({
    stream: apiKeyStream(key_id),
    decider: apiKey,
    command: {
      type: 'issue',
      ...{ key_id, tenant_id, name, scopes, held_scopes },
      prefix: prefixOf(raw_key),
      hash: await hashRawKey(raw_key),
      at: clock().toISOString(),
    },
    context: { ...context, tenant_id },
    known: { state: apiKey.initial, revision: 'no_stream' },
  });
  return committed({ ...keyIn(handled.state), raw_key }, handled);
}

function keyIn(state: typeof apiKey.initial): ApiKey {
  if (state.status === 'not_issued') throw new Error('A key that was never issued has no view');
  return state.key;
}
