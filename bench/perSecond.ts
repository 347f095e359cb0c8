/** Operations per second when so many callers do them, each one after the other. */
export async function perSecond(
  operations: number,
  callers: number,
  operation: () => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let left = operations;
  const call = async (): Promise<void> => {
    while (left-- > 0) await operation();
  };
  await Promise.all(Array.from({ length: callers }, call));
  return (operations * 1000) / (performance.now() - began);
}
