/**
 * Data keys of subjects (a run, a case, a registered face): 32 random bytes each, wrapped by the master key, in one
 * table of the database. Deleting a subject's key erases all that was sealed under it.
 */
export interface SubjectKeys {
  /** The key of a subject, made on first use. @throws SubjectErased when it was erased before */
  obtain(subject: string): Promise<Buffer>;
  /** The keys of those subjects that still have one. */
  find(subjects: readonly string[]): Promise<Map<string, Buffer>>;
  /** Deletes a subject's key for good; a later `obtain` fails. True where there was one. */
  erase(subject: string): Promise<boolean>;
}

/** The subject was erased: nothing more can be sealed or read for it. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  constructor(readonly subject: string) {
    super(`The subject ${subject} has been erased`);
  }
}
