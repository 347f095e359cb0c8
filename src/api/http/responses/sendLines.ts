import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends an answer that is made while it is sent, as fast as it is read, so that hardly any of it is in memory. What fails on the way
 * can only cut the answer off, since its status has gone. The headers alone where `head` is given.
 */
export async function sendLines(
  lines: AsyncIterable<string>,
  response: Response,
  { head }: { head: boolean },
): Promise<void> {
  if (head) {
    response.end();
    return;
  }
  const content = Readable.from(lines);
  try {
    await pipeline(content, response);
  } catch (error) {
    // A client that hangs up is no failure.
    const { errored } = content;
    if (errored && !('code' in errored && errored.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

/** Lines of which the first are made, so that what fails before them is still an answer of its own. */
export async function begun(lines: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await lines.next();
  return (async function* all() {
    if (first.done === true) return;
    yield first.value;
    yield* lines;
  })();
}
