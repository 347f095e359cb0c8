/**
 * What is to be done is there, but cannot be told yet, as what is looked through is behind. A kind that throws it from `next` is asked again every few seconds, for a day at most: a rebuild
 * of a read model takes hours, and is no failure of the job.
 */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}
