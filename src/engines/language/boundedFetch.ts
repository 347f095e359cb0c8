/** An answer is longer than anything that was asked for. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** A `fetch` whose answers end with `AnswerTooLong` once they have more bytes than `most`, packed or not: nobody fills our memory. */
export const boundedFetch =
  (most: number): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request);
    if (!response.body) return response;
    let left = most;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.length;
        if (left < 0) controller.error(new AnswerTooLong());
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
  };
