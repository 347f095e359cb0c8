/** Something did not answer in the time it had. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/**
 * What `work` comes to, if it does so within `ms` milliseconds; it goes on where it does not, unheard.
 * @throws TookTooLong after that time, and what `work` throws before
 */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`There was no answer within ${ms / 1000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
