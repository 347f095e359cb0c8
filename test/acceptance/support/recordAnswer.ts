import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, pid } from 'node:process';

/** An answer that a service gave to a request of a test, for `scripts/writeAnswers.ts`. */
export interface RecordedAnswer {
  /** Method in small letters and path of the operation, as the description writes them. */
  operation: string;
  status: number;
  body: unknown;
}

/** Notes an answer in a file of this process, where `RECORD_ANSWERS` names a folder for that. */
export function recordAnswer(answer: RecordedAnswer): void {
  const folder = env['RECORD_ANSWERS'];
  if (folder) appendFileSync(join(folder, `${pid}.jsonl`), `${JSON.stringify(answer)}\n`);
}
