import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_MS, until } from '../../support/until.js';

/** The built service, as users start it. */
const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A run of the service from its very beginning, for suites about starting and ending. */
export interface MainProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The address in its banner, once it is ready. */
  url(): Promise<string>;
  /** Its exit code, once it has ended; null when a signal ended it. */
  exit(): Promise<number | null>;
}

/** Starts the service, as it was built here or elsewhere, with these settings and nothing else. */
export function startMain(settings: Record<string, string>, main = MAIN): MainProcess {
  const env = { PATH: process.env['PATH'], PORT: '0', ENGINE_PROCESSES: '1', ...settings };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    url: () =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`The service ended:\n${said.stdout}${said.stderr}`);
        return /^ {2}API +(http\S+)$/m.exec(said.stdout)?.[1];
      }, START_MS),
    exit: () => exited,
  };
}
