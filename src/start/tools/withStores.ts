import { loadConfig } from '../../platform/config.js';
import { createLog } from '../../platform/log.js';
import { createClosing } from '../closing.js';
import { openStores } from '../openStores.js';
import type { SinkParts } from '../feature.js';

/** What was typed is not a command of the tool; the message says what is. */
export class Usage extends Error {
  override readonly name = 'Usage';
}

/**
 * Runs a command-line tool over the stores that the settings name, beside a running service or without one. `understand`
 * makes of the words after the tool's name what is to be done. Ends the process: with 1 and one line on stderr when it
 * fails.
 */
export async function withStores(
  understand: (words: readonly string[]) => (parts: SinkParts) => Promise<void>,
): Promise<never> {
  const log = createLog('warn', process.stderr);
  const closing = createClosing(log);
  let exitCode = 0;
  try {
    const work = understand(process.argv.slice(2));
    const config = loadConfig(process.env);
    const stores = await openStores({ config, log, closing, onLost: fail, beside: true });
    await work({ ...stores, config, log });
  } catch (error) {
    process.stderr.write(`attest: ${error instanceof Error ? error.message : String(error)}\n`);
    exitCode = 1;
  }
  await closing.closeAll();
  process.exit(exitCode);
}

const fail = (reason: Error): never => {
  throw reason;
};
