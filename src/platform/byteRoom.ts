import { createTenantTurns } from './tenantTurns.js';

/** Room in memory for work that holds many bytes, which tenants take in turns. */
export interface ByteRoom {
  /**
   * Does work once there is room for what it holds. While there is none for the one whose turn it is, small work of others passes
   * by, in a part that is kept for it. What is larger than the room has all of it but that part. Rejects as the work does.
   * @param bytes what it holds at most; it says through `holdsOnly` when it turns out to be less
   */
  hold<Done>(tenant: string, bytes: number, work: (holdsOnly: (bytes: number) => void) => Promise<Done>): Promise<Done>;
}

/** Bytes that are held at the same time. */
export interface ByteRoomSize {
  all: number;
  /** Those of them that only work takes that fits in here. */
  forSmall: number;
}

interface Part {
  readonly most: number;
  held: number;
}

interface Waiting {
  readonly bytes: number;
  enter(part: Part): void;
}

/** Nothing is held. */
export function createByteRoom({ all, forSmall }: ByteRoomSize): ByteRoom {
  const main: Part = { most: all - forSmall, held: 0 };
  const small: Part = { most: forSmall, held: 0 };
  const turns = createTenantTurns<Waiting>();
  const serve = (): void => {
    for (let first = turns.first(); first; first = turns.first()) {
      const part = fits(first, main) ? main : small;
      if (!fits(first, part)) break;
      turns.next();
      enter(first, part);
    }
    const passesBy = (tenant: string): boolean => fits(turns.waiting.get(tenant)![0]!, small);
    for (let one = turns.next(passesBy); one; one = turns.next(passesBy)) enter(one, small);
  };
  return {
    async hold(tenant, wanted, work) {
      let bytes = Math.min(wanted, main.most);
      const part = await new Promise<Part>((enter) => {
        turns.push(tenant, { bytes, enter });
        serve();
      });
      const holdsOnly = (now: number): void => {
        if (now >= bytes) return;
        part.held -= bytes - now;
        bytes = now;
        serve();
      };
      return work(holdsOnly).finally(() => holdsOnly(0));
    },
  };
}

const fits = ({ bytes }: Waiting, part: Part): boolean => part.held + bytes <= part.most;

function enter(waiting: Waiting, part: Part): void {
  part.held += waiting.bytes;
  waiting.enter(part);
}
