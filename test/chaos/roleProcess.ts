import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built service, as users start it. */
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Between two starts of a process that could not start, as a supervisor would wait. */
const AGAIN_MS = 500;
/** How long it may take until it is ready, however often it has to be started for that: generous, for machines that are slow and busy. */
const READY_MS = 240_000;
/** How long a process may take to end when it is asked to. */
const STOP_MS = 30_000;

/** What one process is started with. */
export interface RoleOptions {
  role: string;
  /** Distinguishes several of one role. */
  number: number;
  settings: Record<string, string>;
  /** Where what it says is written. */
  logFolder: string;
  /** Told what no process may do: end by itself once it was ready, or not end well when it is asked to. */
  onMisbehaviour: (what: string) => void;
}

/** A process of the service under supervision: one that could not start (its database is away, say) is started again. */
export class RoleProcess {
  readonly name: string;
  /** Where it answers HTTP, while it does. */
  url: string | undefined;
  #child: ChildProcess | undefined;
  #wanted = false;
  #asked = false;
  #starts = 0;
  #ready: Promise<void> = Promise.resolve();

  constructor(private readonly options: RoleOptions) {
    this.name = `${options.role}-${options.number}`;
  }

  /** Starts it; `ready` says when it is. */
  start(): void {
    this.#wanted = true;
    this.#ready = this.#keepStarting(++this.#starts);
  }

  /** Resolves when it is ready. @throws Error when it is not in time */
  async ready(): Promise<void> {
    const inTime = new AbortController();
    const late = sleep(READY_MS, undefined, { signal: inTime.signal }).then(() => {
      throw new Error(`${this.name} was not ready within ${READY_MS / 60_000} minutes`);
    });
    await Promise.race([this.#ready, late]).finally(() => inTime.abort());
  }

  /** Ends it with a signal; resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const wasReady = this.url !== undefined;
    [this.#wanted, this.#asked, this.url] = [false, true, undefined];
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const [code, by] = (await gone) as [number | null, string | null];
    clearTimeout(late);
    if (signal === 'SIGTERM' && wasReady && code !== 0) {
      this.options.onMisbehaviour(`${this.name} ended with ${String(code ?? by)} when it was asked to end`);
    }
  }

  /** Until it is ready, is not wanted any more, or was asked to start anew. */
  async #keepStarting(start: number): Promise<void> {
    while (this.#wanted && start === this.#starts) {
      if (await this.#startOnce()) return;
      await sleep(AGAIN_MS);
    }
  }

  /** True when it is ready, false when it ended before it was. */
  async #startOnce(): Promise<boolean> {
    this.#asked = false;
    const { settings, logFolder, role } = this.options;
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ROLES: role, PORT: '0', ...settings },
    });
    this.#child = child;
    const killWithUs = (): boolean => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    const log = createWriteStream(join(logFolder, `${this.name}.log`), { flags: 'a' });
    let said = '';
    let isReady = false;
    const became = new Promise<boolean>((resolve) => {
      const hear = (chunk: Buffer): void => {
        log.write(chunk);
        if (isReady) return; // what it says while it ends makes it no address again
        said += chunk.toString();
        if (!/is ready\n[^]*\n\n/.test(said)) return;
        isReady = true;
        this.url = /^ {2}API +(http\S+)$/m.exec(said)?.[1] ?? '';
        resolve(true);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code, signal) => {
        process.off('exit', killWithUs);
        log.end(`--- ended with ${String(code ?? signal)}\n`);
        this.url = undefined;
        if (isReady && !this.#asked) {
          this.options.onMisbehaviour(`${this.name} ended by itself with ${String(code ?? signal)}`);
          this.start();
        }
        resolve(false);
      });
    });
    return became;
  }
}
