/** Work that is done one at a time, whoever asks for it. */
export interface Turns {
  /**
   * Does the work when it is its turn: next is the oldest of whoever has used the least time, of those who have something to do.
   * @throws what `refuse` makes where too much of this one waits already
   */
  take<Value>(who: string, work: () => Promise<Value>): Promise<Value>;
}

/** How turns are shared out. */
export interface TurnsOptions {
  /** Most work of one that waits. */
  most: number;
  /** What is said to who has more. */
  refuse: () => Error;
  /** Milliseconds since any beginning. */
  now?: () => number;
}

/** What one has asked for, and got. */
interface Share {
  /** Milliseconds, counted from what those had used who were busy when this one came. */
  used: number;
  waiting: (() => Promise<unknown>)[];
}

/** Nobody waits yet. */
export function createTurns({ most, refuse, now = () => performance.now() }: TurnsOptions): Turns {
  const shares = new Map<string, Share>();
  /** What the one had used whose turn it is: who comes now starts from there, and has no time in hand for having been away. */
  let least = 0;
  let working = false;

  const next = async (): Promise<void> => {
    if (working) return;
    working = true;
    for (let share = nextOf(shares); share; share = nextOf(shares)) {
      least = share.used;
      forgetIdle(shares, least);
      const began = now();
      await share.waiting.shift()?.();
      share.used += now() - began;
    }
    shares.clear();
    least = 0;
    working = false;
  };

  return {
    take: (who, work) =>
      new Promise((resolve, reject) => {
        const share = shares.get(who) ?? { used: least, waiting: [] };
        if (share.waiting.length >= most) return reject(refuse());
        share.waiting.push(() => work().then(resolve, reject));
        share.used = Math.max(share.used, least);
        shares.set(who, share);
        void next();
      }),
  };
}

/** Of those who wait, the one that used least; of equals the one who came first. */
function nextOf(shares: ReadonlyMap<string, Share>): Share | undefined {
  let next: Share | undefined;
  for (const share of shares.values()) {
    if (share.waiting.length > 0 && (!next || share.used < next.used)) next = share;
  }
  return next;
}

/** Who has nothing to do and used no more than is used anyway would start from there again. */
function forgetIdle(shares: Map<string, Share>, least: number): void {
  for (const [who, { used, waiting }] of shares) {
    if (waiting.length === 0 && used <= least) shares.delete(who);
  }
}
