import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends what comes page by page as JSON Lines (https://jsonlines.org). The next page is read once the receiver has taken the one before, so
 * that no more than two of them are in memory, however long it is and however slow the receiver.
 */
export async function sendLines(pages: AsyncGenerator<readonly object[]>, response: Response): Promise<void> {
  // Read before the answer begins: what cannot be read at all is still an answer of its own.
  const first = await pages.next();
  response.status(200).set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
  const lines = async function* (): AsyncGenerator<string> {
    for (let page = first; page.done !== true; page = await pages.next()) {
      yield page.value.map((one) => `${JSON.stringify(one)}\n`).join('');
    }
  };
  try {
    await pipeline(Readable.from(lines(), { highWaterMark: 1 }), response);
  } catch (error) {
    // A client that hangs up is no failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}
