/** Another process is at this very thing, and did not come to an end in time. Whoever asks may do so again. */
export class HeldElsewhere extends Error {
  override readonly name = 'HeldElsewhere';
}
