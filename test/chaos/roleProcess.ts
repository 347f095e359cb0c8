import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from './processes.js';

/** The built service, as users start it. */
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Sets the clock of a process that it is loaded into. */
const WRONG_CLOCK = new URL('wrongClock.mjs', import.meta.url).href;
/** Makes a process that it is loaded into one of the next version. */
const NEXT_VERSION = new URL('nextVersion.mjs', import.meta.url).href;
/** Between two starts of a process that could not start, as a supervisor would wait. */
const AGAIN_MS = 500;
/** How long it may take until it is ready, however often it has to be started for that: generous, for machines that are slow and busy. */
const READY_MS = 240_000;
/** How long a probe may take to answer, which itself gives up what it asks after two seconds. */
const PROBE_MS = 10_000;
/** How long a process may take to end when it is asked to. */
const STOP_MS = 30_000;

/** What one process is started with. */
export interface RoleOptions {
  role: Role;
  /** Distinguishes several of one role. */
  number: number;
  settings: Record<string, string>;
  /** By how much its clock is wrong. */
  clockAheadMs: number;
  /** Where what it says is written. */
  logFolder: string;
  /** Told what no process may do: end by itself once it was ready, or not end well when it is asked to. */
  onMisbehaviour: (what: string) => void;
}

/** A process of the service under supervision: one that could not start (its database is away, say) is started again. */
export class RoleProcess {
  readonly name: string;
  readonly role: Role;
  readonly number: number;
  /** Which version of the service it is the next time it is started. */
  version: 'this' | 'next' = 'this';
  /** Where it answers HTTP, its probes at least, while it does. */
  url: string | undefined;
  #child: ChildProcess | undefined;
  #wanted = false;
  #asked = false;
  #starts = 0;
  #ready: Promise<void> = Promise.resolve();

  constructor(private readonly options: RoleOptions) {
    [this.role, this.number] = [options.role, options.number];
    this.name = `${options.role}-${options.number}`;
  }

  /** Of the process that it is now, if it is. */
  get pid(): number | undefined {
    return this.#child?.pid;
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

  /** What it says is wrong with it; undefined where all is well, or where it is not there to be asked. */
  async complaint(): Promise<string | undefined> {
    if (this.url === undefined) return undefined;
    try {
      const health = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(PROBE_MS) });
      const { detail } = (await health.json()) as { detail?: string };
      return health.ok ? undefined : String(detail);
    } catch {
      return `its probes do not answer in ${PROBE_MS / 1000} seconds`;
    }
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
    const { settings, logFolder, role, clockAheadMs } = this.options;
    const loaded = [
      ...(clockAheadMs === 0 ? [] : ['--import', WRONG_CLOCK]),
      ...(this.version === 'this' ? [] : ['--import', NEXT_VERSION]),
    ];
    const child = spawn(process.execPath, [...loaded, MAIN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ PATH: process.env['PATH'], CLOCK_AHEAD_MS: String(clockAheadMs) },
        ...{ ROLES: role, PORT: '0', ...settings },
      },
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
        this.url = /^ {2}(?:API|Probes) +(http:\/\/[^/\s]+)/m.exec(said)?.[1];
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
