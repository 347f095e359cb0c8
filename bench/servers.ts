import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Workshop } from './figure.js';

/** A server in a process of its own. */
export interface RunningServer {
  url: string;
  /** Of its process. */
  pid: number;
  /** Milliseconds from the start of the process until /healthz was 200. */
  startedIn: number;
  stop(): Promise<void>;
}

/** Starts the built service and waits until it is well. */
export async function startService(workshop: Workshop, env: Record<string, string>): Promise<RunningServer> {
  const port = await freePort();
  const settings = { ...env, PORT: String(port), LOG_LEVEL: 'error' };
  return start(workshop, [fromHere('../dist/main.js')], settings, `http://127.0.0.1:${port}`);
}

/** Starts `bareServer.mjs`, serving rows of a table when given one. */
export async function startBareServer(
  workshop: Workshop,
  ...served: [url: string, table: string] | []
): Promise<RunningServer> {
  const port = await freePort();
  return start(workshop, [fromHere('bareServer.mjs'), String(port), ...served], {}, `http://127.0.0.1:${port}`);
}

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function start(
  workshop: Workshop,
  args: string[],
  env: Record<string, string>,
  url: string,
): Promise<RunningServer> {
  const started = performance.now();
  const child = spawn(execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  workshop.atEnd(stop);
  while (!(await isWell(url))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { url, pid: child.pid!, startedIn: performance.now() - started, stop };
}

async function isWell(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
