/**
 * Removes some of many things, one after the other; one that cannot be removed keeps none of the others. Begins no further one once
 * it is to stop.
 * @param remove whether there was anything to remove
 * @returns how many were removed @throws the first error, once all were tried
 */
export async function removeEach<Thing>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  remove: (thing: Thing) => Promise<boolean>,
  stopping: AbortSignal,
): Promise<number> {
  let removed = 0;
  const errors: unknown[] = [];
  for await (const thing of things) {
    if (stopping.aborted) break;
    try {
      removed += Number(await remove(thing));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}
