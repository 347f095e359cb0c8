import { Session } from 'node:inspector/promises';

/** Counts what the engine does, so that a test can say how that grows with what it is given. */
export interface StepCounter {
  /** How often blocks of the engine's code were run by `work`: turns of loops, branches, calls. The same in every run. */
  count(work: () => unknown): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts to count, by V8's block coverage
 * (https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#method-startPreciseCoverage). Only modules that are imported
 * afterwards are counted: V8 puts the counters into a function when it compiles it.
 */
export async function startStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const taken = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/src/engines/documents/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  };
  return {
    async count(work) {
      await taken();
      work();
      return taken();
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
