/** How many days are looked at. */
export const PERIODS = [7, 30, 90] as const;

/** What the address of the overview says of it. */
export interface OverviewSearch {
  days?: (typeof PERIODS)[number];
  goal?: string;
  document_type?: string;
}

/** Reads it from an address: what is not understood is left out. */
export function readOverviewSearch({ days, goal, document_type }: Record<string, unknown>): OverviewSearch {
  const period = PERIODS.find((one) => one === days);
  return {
    ...(period !== undefined && { days: period }),
    ...(typeof goal === 'string' && { goal }),
    ...(typeof document_type === 'string' && { document_type }),
  };
}

/** The day so many days before another, both `YYYY-MM-DD` in UTC. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
