import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The first of so many ports in a row that nobody uses. */
export async function freePorts(count = 1): Promise<number> {
  const script = fileURLToPath(new URL('../../.ci/freePorts.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(count)]);
  return Number(stdout.trim());
}
