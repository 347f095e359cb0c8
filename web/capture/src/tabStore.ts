/**
 * What the tab keeps over a reload; it ends with the tab. In a frame of another origin a browser may keep nothing: then nothing is there, and the
 * service takes what was sent for sent.
 */
export const tabStore = {
  /** What was written under a name; undefined where that is nothing, or was written in another way. */
  read: <Value>(name: string): Value | undefined =>
    quietly(() => (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined),
  /** Writes what JSON can say. */
  write: (name: string, value: unknown): void => {
    quietly(() => sessionStorage.setItem(name, JSON.stringify(value)));
  },
  remove: (name: string): void => {
    quietly(() => sessionStorage.removeItem(name));
  },
};

function quietly<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
