import { randomUUID } from 'node:crypto';
import { committed, createCommandHandler, type CommandHandler } from '../src/commands/core/commandHandler.js';
import type { CommandContext, Committed } from '../src/commands/core/context.js';
import { apiKey, apiKeyStream, type Scope } from '../src/domain/apiKeys/apiKey.js';
import { loadConfig, type Config } from '../src/platform/config.js';
import { createLog } from '../src/platform/log.js';
import { createClosing } from '../src/start/closing.js';
import { openStores } from '../src/start/openStores.js';
import type { Stores } from '../src/start/stores.js';
import type { Workshop } from './figure.js';

/** The write side of a service in a folder of its own, on an embedded Postgres as `npm start` has it. */
export interface ScratchService extends Stores {
  handler: CommandHandler;
  config: Config;
  /** By their variables, as threads and processes beside it take them. */
  settings: NodeJS.ProcessEnv;
  log: ReturnType<typeof createLog>;
}

/** Opens one; it ends with the benchmark. `settings` are those of the service. */
export async function openScratchService(
  workshop: Workshop,
  settings: Record<string, string> = {},
): Promise<ScratchService> {
  const log = createLog('error');
  const closing = createClosing(log);
  const own = { ...settings, DATA_DIR: await workshop.folder() };
  const config = loadConfig(own);
  workshop.atEnd(() => closing.closeAll());
  const onLost = (reason: Error): never => {
    throw reason;
  };
  const stores = await openStores({ config, log, closing, onLost });
  const shown = { ...own, DATABASE_URL: stores.database.url };
  return { ...stores, config, settings: shown, log, handler: createCommandHandler(stores) };
}

/** Issues a new API key through the command path, without the bcrypt that comes before it. */
export async function issueKey(handler: CommandHandler): Promise<{ key_id: string; committed: Committed<unknown> }> {
  const key_id = randomUUID();
  const scopes: Scope[] = ['read', 'write'];
  const handled = await handler.handle({
    stream: apiKeyStream(key_id),
    decider: apiKey,
    command: {
      type: 'issue',
      ...{ key_id, tenant_id: 'acme', name: 'Bench', scopes, held_scopes: scopes },
      prefix: key_id.slice(-12),
      hash: { kind: 'sha256', value: key_id.replaceAll('-', '').repeat(2) },
      at: new Date().toISOString(),
    },
    context: contextOf(key_id),
    known: { state: apiKey.initial, revision: 'no_stream' },
  });
  return { key_id, committed: committed(undefined, handled) };
}

/** Revokes a key, which has to be read first. */
export async function revokeKey(handler: CommandHandler, key_id: string): Promise<void> {
  await handler.handle({
    stream: apiKeyStream(key_id),
    decider: apiKey,
    command: { type: 'revoke', at: new Date().toISOString() },
    context: contextOf(key_id),
  });
}

const contextOf = (id: string): CommandContext => ({
  tenant_id: 'acme',
  actor: 'system',
  correlation_id: id,
  causation_id: id,
});
