import type { SealingKey } from './sealValue.js';

/**
 * Data keys of subjects (a run, a case, a registered face): 32 random bytes each, wrapped by a master key, in one
 * table of the database. Deleting a subject's key erases all that was sealed under it.
 */
export interface SubjectKeys {
  /** The key of a subject, made on first use. @throws SubjectErased when it was erased before @throws SubjectKeyUnusable */
  obtain(subject: string): Promise<SealingKey>;
  /**
   * The keys of those subjects that ever had one; null where it was erased.
   * @throws SubjectKeyUnusable
   */
  find(subjects: readonly string[]): Promise<Map<string, SealingKey | null>>;
  /**
   * Deletes a subject's key for good; a later `obtain` fails. True where there was one. With a note, the erasure counts as
   * unfinished from the very moment at which the key is gone, until it is said to be done.
   */
  erase(subject: string, note?: ErasureNote): Promise<boolean>;
  /** What was noted with the erasure of a subject; undefined where there was none, and once all of it is done. */
  noteOf(subject: string): Promise<ErasureNote | undefined>;
  /** Says that all is done that is to follow the deletion of a subject's key. */
  erasureDone(subject: string): Promise<void>;
  /** Erasures that were begun that many seconds ago or earlier and are not done, the oldest first, without those of some subjects. */
  unfinishedErasures(asked: {
    seconds: number;
    limit: number;
    except: readonly string[];
  }): Promise<UnfinishedErasure[]>;
}

/** What is to be known of an erasure by whoever finishes it. Never a personal value. */
export type ErasureNote = Readonly<Record<string, string>>;

/** An erasure of which no more may be done than that the key is gone. */
export interface UnfinishedErasure {
  subject: string;
  note: ErasureNote;
}

/** The subject was erased: nothing more can be sealed or read for it. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  constructor(readonly subject: string) {
    super(`The subject ${subject} has been erased`);
  }
}

/** The subject's key is there and cannot be unwrapped; the message says why, the cause is what unwrapping threw. */
export class SubjectKeyUnusable extends Error {
  override readonly name = 'SubjectKeyUnusable';
  constructor(
    readonly subject: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`The key of ${subject} cannot be unwrapped: ${reason}`, options);
  }
}
