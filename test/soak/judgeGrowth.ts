import { fitLine, type Line } from './line.js';

/** What a service holds at a moment. Bytes, where nothing else is said. */
export interface Sample {
  /** Of the service's own process. */
  resident: number;
  /** Of its JavaScript engine, right after a collection. */
  heap: number;
  /** Outside of that: buffers. */
  external: number;
  /** Files and sockets that it has open. */
  openFiles: number;
  /** Timers, sockets and whatever else keeps Node alive. */
  resources: number;
  threads: number;
  /** Of all engine processes together, and how many there are. */
  engineResident: number;
  engineProcesses: number;
  /** Connections that its Postgres has. */
  connections: number;
  /** How many events there are, and how many requests were answered. */
  events: number;
  requests: number;
}

/** A measure that may not grow while the load stays the same. */
interface Measure {
  of: keyof Sample;
  name: string;
  /** What of a few samples in a row is looked at: the least of what requests under way add to, the middle of all else. */
  typical: (values: readonly number[]) => number;
  /** By how much it may: caches, all of which are bounded, fill, and allocators keep what they had once. No request and no event explains anything. */
  by: number;
}

const MIB = 1024 ** 2;
const least = (values: readonly number[]): number => Math.min(...values);

const MEASURES: readonly Measure[] = [
  { of: 'resident', name: 'resident memory', typical: middle, by: 64 * MIB },
  { of: 'heap', name: 'the heap', typical: least, by: 16 * MIB },
  { of: 'external', name: 'buffers', typical: least, by: 8 * MIB },
  // Up and down by some 100 MiB with the document that is read now. A leak has a process replaced, over and over.
  { of: 'engineResident', name: 'memory of the engine', typical: middle, by: 128 * MIB },
  // A thread that starts opens some eighty modules for a moment; what leaks stays open beside them.
  { of: 'openFiles', name: 'open files', typical: least, by: 12 },
  { of: 'resources', name: 'timers and other resources', typical: middle, by: 40 },
  { of: 'threads', name: 'threads', typical: middle, by: 2 },
  { of: 'connections', name: 'connections to Postgres', typical: middle, by: 6 },
];

/** The load warms caches up until a quarter of the time is over; what grows after that is looked at. */
const WARM = 1 / 4;
/** So many values are made of the samples after that, through which the line goes. */
const VALUES = 12;
/** A rise counts as one from so many standard errors on: of ten degrees of freedom, by chance once in 150 times. */
const SURE = 3;

/** What a measure did after the load had warmed the service up. */
export interface Growth extends Line {
  measure: Measure;
  /** In the middle of its line. */
  about: number;
  /** Requests that were answered meanwhile. */
  requests: number;
}

/** How each measure grew once the service was warm; none where there are too few samples to say anything. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const warm = samples.slice(Math.ceil(samples.length * WARM));
  if (warm.length < 2 * VALUES) return [];
  const parts = Array.from({ length: VALUES }, (_, n) =>
    warm.slice(Math.floor((n * warm.length) / VALUES), Math.floor(((n + 1) * warm.length) / VALUES)),
  );
  const requests = warm.at(-1)!.requests - warm[0]!.requests;
  return MEASURES.map((measure) => {
    const values = parts.map((part) => measure.typical(part.map((sample) => sample[measure.of])));
    return { ...fitLine(values), measure, requests, about: middle(values) };
  });
}

/** The growth that nothing explains, as sentences; and what was too unsteady for any to be seen. */
export function judgeGrowth(samples: readonly Sample[]): string[] {
  const grown = growthOf(samples);
  if (grown.length === 0) return ['it was too short to say anything'];
  return grown.flatMap((growth) => {
    const { rise, error, measure, about, requests } = growth;
    if (rise - SURE * error > measure.by)
      return [
        `${measure.name} grew by ${whole(rise)} (${whole(SURE * error)} more or less) to about ${whole(about)} over ${requests} requests; ${whole(measure.by)} are explained`,
      ];
    if (SURE * error > 2 * measure.by)
      return [`${measure.name} is so unsteady that a growth by ${whole(2 * measure.by)} could not be seen`];
    return [];
  });
}

/** What can be said of a growth in a line, the least for each request that would have been found included. */
export const growthInWords = ({ rise, error, measure, about, requests }: Growth): string =>
  `${measure.name}: ${whole(about)}, ${rise < 0 ? '' : '+'}${whole(rise)} ± ${whole(SURE * error)} over ${requests} requests; ` +
  `${perRequest(measure.by + SURE * error, requests)} for each of them would have been found`;

const perRequest = (most: number, requests: number): string =>
  requests === 0 ? 'nothing' : Number((most / requests).toPrecision(2)).toLocaleString('en');

const whole = (value: number): string => Math.round(value).toLocaleString('en');

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
}
