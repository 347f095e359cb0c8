/** Longest line that is read, in bytes: an entry says at most what one event changed. */
const MOST_BYTES = 128 * 1024 * 1024;

const NEW_LINE = 0x0a;

/** The lines of a file, each with its end, of whose bytes nothing is changed. @throws RangeError for a line that nothing here has written */
export async function* fileLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, at + 1)]);
      [begun, length, from] = [[], 0, at + 1];
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MOST_BYTES) throw new RangeError('A line is longer than any of an export');
  }
  if (length > 0) yield Buffer.concat(begun);
}
