import { v7 as newId } from 'uuid';
import {
  SCOPES,
  apiKey,
  apiKeyStream,
  type ApiKey,
  type ApiKeyState,
  type Scope,
} from '../../domain/apiKeys/apiKey.js';
import { apiKeyHandle, apiKeyHandleStream } from '../../domain/apiKeys/apiKeyHandle.js';
import { DomainError } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import type { Mode } from '../../domain/core/mode.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import type { Clock } from '../../platform/clock.js';
import type { RevokedKeys } from '../../projections/apiKeys/revokedKeys.js';
import { NO_KEY, canBeKey, handleOf, hashRawKey, isKeyOf, makeRawKey, prefixOf } from './apiKeySecret.js';
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
  /** Mode of whoever issues it, `live` where it is left out: a test key can only hand out test keys. */
  held_mode?: Mode | undefined;
  /** That of whoever issues it, when left out. */
  mode?: Mode | undefined;
  /** ISO 8601 in UTC with milliseconds; it does not expire when left out. */
  expires_at?: string | null;
  /** The key itself, when it is given and not made: `zk_…`, or any other text for a legacy key. */
  raw_key?: string;
}

/** How a key is rotated. */
export interface RotateApiKey extends Pick<IssueApiKey, 'held_scopes' | 'held_mode' | 'expires_at'> {
  /** How long both work, 0 to 43,200. */
  overlap_minutes: number;
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
  /**
   * Revokes a key: no request is let in with it from before this resolves, also where it then fails because the event store
   * is away. @throws DomainError `not_found` when there is none, or it is revoked already; `conflict` for the last one of the
   * platform that can manage keys
   */
  revoke(context: CommandContext, key_id: string): Promise<Committed<ApiKey>>;
  /**
   * Issues a key of the same tenant, name, scopes and mode, and has the other one expire after the overlap, or earlier where it would have. Both
   * work until then. With the id of a key that took its place before, that one is the answer, without its raw form.
   * @throws DomainError `not_found` for a key that is revoked or has expired, `conflict` for one that was rotated before and for the last one
   *   of the platform that can manage keys, `invalid`, and `forbidden` for what whoever asks could not issue
   */
  rotate(
    context: CommandContext,
    key_id: string,
    input: RotateApiKey,
    new_id?: string,
  ): Promise<Committed<ApiKey & Partial<IssuedApiKey>>>;
  /** A key as its stream has it. */
  find(key_id: string): Promise<ApiKey | undefined>;
  /**
   * Whose a raw key is, revoked keys too, as the streams have it: a key works at once, whatever the read models do. Costs
   * nothing for a text that can be no key, one read where there is no such key, and bcrypt where there is one with its prefix.
   * A key that `may` does not allow any of this for is none.
   */
  identify(rawKey: string, may?: MayIdentify): Promise<ApiKey | undefined>;
}

/** What may be spent on a key that is perhaps none. Each is asked just before, once. */
export interface MayIdentify {
  /** Whether the event store is to be read. */
  mayLookUp(): boolean;
  /** Whether bcrypt is to compare it. */
  mayHash(): boolean;
}

const ANYTHING: MayIdentify = { mayLookUp: () => true, mayHash: () => true };

/** The first key has a fixed id, so that only one of several starting processes can issue it. */
const FIRST_KEY_ID = '00000000-0000-4000-8000-000000000001';

/** What the commands of API keys stand on. */
export interface ApiKeyCommandsDeps {
  handler: CommandHandler;
  revokedKeys: RevokedKeys;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    apiKeys: ApiKeyCommands;
  }
}

/** Creates the commands of API keys. */
export function createApiKeyCommands(deps: ApiKeyCommandsDeps): ApiKeyCommands {
  const { handler, revokedKeys, clock } = deps;

  const issueOnce: ApiKeyCommands['issueOnce'] = async (context, key_id, input) => {
    const before = await handler.load(apiKeyStream(key_id), apiKey);
    if (before.revision !== 'no_stream') return committed(keyIn(before.state));
    return issueAs(deps, key_id, context, input);
  };

  const revoke: ApiKeyCommands['revoke'] = async (context, key_id) => {
    const stream = apiKeyStream(key_id);
    const known = await handler.load(stream, apiKey);
    const { tenant_id, mode } = known.state.status === 'not_issued' ? context : known.state.key;
    // By what the key is, not by who made it: a live key hands out test keys too.
    assertOwnWorld(context, mode);
    const command = { type: 'revoke', at: clock().toISOString() } as const;
    // What is refused revokes nothing; what is not holds before anyone can be told that it was done.
    apiKey.decide(command, known.state);
    if (!(await markRevoked(revokedKeys, known.state))) throw new DomainError('conflict', LAST_ADMIN);
    const handled = await handler.handle({
      ...{ stream, decider: apiKey, known, command },
      context: { ...context, tenant_id },
    });
    return committed(keyIn(handled.state), handled);
  };

  return {
    issue: (context, input) => issueAs(deps, newId(), context, input),
    issueOnce,
    revoke,
    rotate: rotation(deps, issueOnce, revoke),

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

    async find(key_id) {
      const { state } = await handler.load(apiKeyStream(key_id), apiKey);
      return state.status === 'not_issued' ? undefined : state.key;
    },

    identify: (rawKey, may = ANYTHING) => identify(handler, rawKey, may),
  };
}

async function issueAs(
  { handler, clock }: ApiKeyCommandsDeps,
  key_id: string,
  context: CommandContext,
  input: IssueApiKey,
): Promise<Committed<IssuedApiKey>> {
  const { raw_key = makeRawKey(), held_mode = 'live', mode = held_mode, expires_at = null, ...wanted } = input;
  if (!canBeKey(raw_key)) throw new DomainError('invalid', NO_KEY);
  const at = clock().toISOString();
  const hash = await hashRawKey(raw_key);
  const asked = { ...wanted, held_mode, mode, expires_at, prefix: prefixOf(raw_key), hash };
  const command = { type: 'issue', key_id, ...asked, at } as const;
  const known = { state: apiKey.initial, revision: 'no_stream' } as const;
  const forTenant = { ...context, tenant_id: input.tenant_id };
  // What would be refused reserves nothing. The handle comes first: a key that was cut off in between was never shown.
  apiKey.decide(command, known.state);
  const handle = handleOf(raw_key);
  await handler.handle({
    ...{ stream: apiKeyHandleStream(handle), decider: apiKeyHandle, context: forTenant },
    command: { type: 'reserve', handle, key_id, at },
    known: { state: apiKeyHandle.initial, revision: 'no_stream' },
  });
  const stream = apiKeyStream(key_id);
  const handled = await handler.handle({ stream, decider: apiKey, command, context: forTenant, known });
  return committed({ ...keyIn(handled.state), raw_key }, handled);
}

const LAST_ADMIN =
  'This is the last key of the platform with the scope `admin`: without it nobody could manage keys. Create another one first';

/** False where the key is the only one of the platform that can manage keys: a tenant that has none any more is given one by the platform. */
async function markRevoked(revokedKeys: RevokedKeys, state: ApiKeyState): Promise<boolean> {
  const { id, tenant_id, scopes } = keyIn(state);
  if (tenant_id === PLATFORM && scopes.includes('admin')) return revokedKeys.addUnlessLastAdmin(id);
  await revokedKeys.add(id);
  return true;
}

/** What rotates keys. */
const rotation =
  (
    { handler, revokedKeys, clock }: ApiKeyCommandsDeps,
    issueOnce: ApiKeyCommands['issueOnce'],
    revoke: ApiKeyCommands['revoke'],
  ): ApiKeyCommands['rotate'] =>
  async (context, key_id, { overlap_minutes, ...input }, replaced_by = newId()) => {
    const stream = apiKeyStream(key_id);
    const known = await handler.load(stream, apiKey);
    const command = { type: 'rotate', replaced_by, overlap_minutes, at: clock().toISOString() } as const;
    // What is refused issues nothing and has nothing expire.
    const [rotated] = apiKey.decide(command, known.state);
    const { id, tenant_id, name, scopes, mode } = keyIn(known.state);
    // The new one comes first: at no time is there none that works.
    const wanted = { tenant_id, name, scopes, mode: mode ?? 'live', ...input };
    const issued = await issueOnce({ ...context, tenant_id }, replaced_by, wanted);
    if (rotated?.type !== 'ApiKeyRotated') return issued;
    try {
      const { expires_at } = rotated.data;
      // Before anyone can be told: processes that know the key as one without an end have to hear of it.
      if (!(await markExpiring(revokedKeys, issued.value, { id, expires_at }))) {
        throw new DomainError('conflict', LAST_ADMIN);
      }
      const handled = await handler.handle({
        ...{ stream, decider: apiKey, known, command },
        context: { ...context, tenant_id },
      });
      const position = handled.position ?? issued.position;
      const event_types = [...issued.event_types, ...handled.events.map(({ type }) => type)];
      return { value: issued.value, event_types, ...(position !== undefined && { position }) };
    } catch (error) {
      // Nobody has seen it, and nobody will: what was refused leaves no key behind.
      if (error instanceof DomainError) await revoke(context, replaced_by).catch(() => undefined);
      throw error;
    }
  };

/** False where no key of the platform would be left that can manage keys and does not expire. */
async function markExpiring(
  revokedKeys: RevokedKeys,
  successor: ApiKey,
  { id, expires_at }: { id: string; expires_at: string },
): Promise<boolean> {
  if (successor.tenant_id === PLATFORM && successor.scopes.includes('admin') && successor.expires_at !== null) {
    return revokedKeys.expireUnlessLastAdmin(id, expires_at);
  }
  await revokedKeys.expire(id, expires_at);
  return true;
}

/** Whose a raw key is, by its handle and its hash. */
async function identify(handler: CommandHandler, rawKey: string, may: MayIdentify): Promise<ApiKey | undefined> {
  if (!canBeKey(rawKey) || !may.mayLookUp()) return undefined;
  const { state: handle } = await handler.load(apiKeyHandleStream(handleOf(rawKey)), apiKeyHandle);
  if (handle.status === 'free') return undefined;
  const { state } = await handler.load(apiKeyStream(handle.key_id), apiKey);
  if (state.status === 'not_issued') return undefined;
  if (state.hash.kind === 'bcrypt' && !may.mayHash()) return undefined;
  if (!(await isKeyOf(rawKey, state.hash))) return undefined;
  return state.key;
}

function keyIn(state: typeof apiKey.initial): ApiKey {
  if (state.status === 'not_issued') throw new Error('A key that was never issued has no view');
  return state.key;
}
