import { readFileSync } from 'node:fs';
import { loadConfig } from './platform/config.js';
import { hideEnvironment } from './platform/hideEnvironment.js';
import { createLog } from './platform/log.js';
import { StartError } from './platform/startError.js';
import { createClosing } from './start/closing.js';
import { startService } from './start/startService.js';

/** Everything that is under way gets this long to end; Kubernetes kills after 30 s. */
const STOP_MS = 28_000;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** One line on stderr for whoever starts the service. */
const complain = (message: string): boolean => process.stderr.write(`attest: ${message}\n`);

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  hideEnvironment(log);
  const closing = createClosing(log);

  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number): Promise<void> =>
    (stopping ??= (async () => {
      setTimeout(() => process.exit(exitCode || 1), STOP_MS).unref();
      await closing.closeAll();
      if (exitCode === 0) log.info('stopped');
      process.exit(exitCode);
    })());

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  const giveUp = (error: unknown): void => {
    if (!stopping) log.fatal({ err: error }, 'the service cannot go on');
    void stop(1);
  };
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);

  try {
    const show = (text: string): boolean => process.stdout.write(text);
    await startService({ config, version, log, closing, show, onLost: giveUp });
  } catch (error) {
    if (stopping) return;
    if (error instanceof StartError) complain(error.message);
    else giveUp(error);
    await stop(1);
  }
}

await main().catch((error: unknown) => {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
