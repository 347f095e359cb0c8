/** A figure that a benchmark measured. */
export interface Figure {
  name: string;
  value: number;
  /** For example `appends/s` or `ms`. */
  unit: string;
  /** What ran beside it, in the same unit, and tells how fast this machine is. */
  baseline?: { name: string; value: number };
  /** What it should be: its value, or its value divided by the baseline's. */
  aim?: { of: 'value' | 'ratio'; at: 'least' | 'most'; is: number };
}

/** A benchmark; it cleans up behind itself. */
export type Benchmark = (workshop: Workshop) => Promise<Figure[]>;

/** What benchmarks share. */
export interface Workshop {
  /** An empty folder, removed at the end, that an embedded Postgres can live in. */
  folder(): Promise<string>;
  /** Undone at the end of the benchmark, the last first. */
  atEnd(undo: () => unknown): void;
}

/** The value divided by the baseline's. */
export const ratioOf = ({ value, baseline }: Figure): number | undefined => baseline && value / baseline.value;

/** Whether the figure is what it should be; undefined where nothing is asked of it. */
export function isMet(figure: Figure): boolean | undefined {
  const { aim } = figure;
  const measured = aim?.of === 'ratio' ? ratioOf(figure) : figure.value;
  if (!aim || measured === undefined) return undefined;
  return aim.at === 'least' ? measured >= aim.is : measured <= aim.is;
}

/** The middle of several measurements, which a single disturbance does not move. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  if (found === undefined) throw new RangeError('A percentile needs at least one value');
  return found;
}
