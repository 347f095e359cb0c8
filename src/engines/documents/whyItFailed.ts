import type { Ceiling, Ceilings } from './ceilings.js';
import { EngineUnavailable, NotNow } from './documentEngine.js';
import { EngineProcessDied } from './process/engineProcessDied.js';

/** What was worked on in a process that is no more. */
interface WorkedOn {
  ceilings: Ceilings;
  bytes: Uint8Array;
  /** As `Ceilings.note` takes it. */
  work: () => string;
}

/**
 * Why a file could not be worked on, from what the pool rejected with; a ceiling that it hit is noted.
 * @throws EngineUnavailable when the file is not to blame, and what is no death of a process
 */
export function whyItFailed(error: unknown, { ceilings, bytes, work }: WorkedOn): Ceiling | 'crashed' {
  if (!(error instanceof EngineProcessDied)) throw error;
  const { reason } = error;
  if (reason === 'closed') throw new EngineUnavailable('The document engine is shutting down.');
  if (reason !== 'crashed' && reason !== 'starved') ceilings.note(bytes, work, reason);
  if (reason === 'starved' || reason === 'stood_still')
    throw new NotNow('The machine has too much to do for the document engine; try again later.');
  return reason;
}
