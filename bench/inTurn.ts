import { percentile } from './figure.js';

/** The middle of what each takes, in milliseconds; in turn, so that whatever else the machine does meets both. */
export async function compareInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  times: number,
): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++) {
    took[0].push(await millisecondsOf(one));
    took[1].push(await millisecondsOf(other));
  }
  return [percentile(took[0], 50), percentile(took[1], 50)];
}

async function millisecondsOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
