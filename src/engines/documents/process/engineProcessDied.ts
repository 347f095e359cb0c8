/**
 * Why an engine process is no more. `out_of_memory`: it was beyond its ceiling; `aborted`: its heap was full, or native code that it runs gave
 * up; `killed`: somebody else ended it, the kernel where the memory of the machine or of the container was used up; `timed_out`: it worked for
 * longer than it may; `starved`: it did not get the processor to do so; `stood_still`: it did not work, and came to no end.
 */
export type DeathReason =
  'crashed' | 'killed' | 'aborted' | 'timed_out' | 'starved' | 'stood_still' | 'out_of_memory' | 'closed';

/** The process died while it had a job. */
export class EngineProcessDied extends Error {
  override readonly name = 'EngineProcessDied';
  constructor(readonly reason: DeathReason) {
    super(`The engine process ended: ${reason}`);
  }
}
