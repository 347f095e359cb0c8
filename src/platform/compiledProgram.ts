import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a program that a thread or a process of its own runs: the compiled one; where the sources run uncompiled, as under the
 * test runner, the one in `dist/`.
 * @param url of the compiled program, as it lies beside the module that asks
 */
export function compiledProgram(url: URL): string {
  const beside = fileURLToPath(url);
  return existsSync(beside) ? beside : beside.replace(/([/\\])src([/\\])(?!.*[/\\]src[/\\])/, '$1dist$2');
}
