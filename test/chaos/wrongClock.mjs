// Loaded before everything else into a process whose clock is to be wrong: CLOCK_AHEAD_MS says by how much.
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const RightDate = globalThis.Date;

globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    if (given.length === 0) super(RightDate.now() + ahead);
    else super(...given);
  }

  static now() {
    return RightDate.now() + ahead;
  }
};
