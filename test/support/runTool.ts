import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const TOOLS = fileURLToPath(new URL('../../src/start/tools/', import.meta.url));

/** How a tool ended, and what it said. */
export interface ToolEnded {
  exitCode: number | null;
  out: string;
  err: string;
}

/** Runs a tool of `src/start/tools` by its file's name as a process of its own, with these settings of the service and no others. */
export async function runTool(settings: Record<string, string>, tool = '', ...words: string[]): Promise<ToolEnded> {
  const env = { ...process.env, ...{ DATABASE_URL: '', MASTER_KEY: '' }, ...settings };
  const child = spawn(process.execPath, ['--import', 'tsx', `${TOOLS}${tool}`, ...words], { env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, out, err };
}
