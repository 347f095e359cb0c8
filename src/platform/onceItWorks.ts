/** What `ask` answers, asked when it is wanted first and once for all who want it; what failed is asked again by the next. */
export function onceItWorks<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    }));
}
