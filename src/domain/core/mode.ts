/** Whether a fact is meant, or somebody was trying the service out: figures leave `test` out. */
export const MODES = ['live', 'test'] as const;

/** One of the modes. */
export type Mode = (typeof MODES)[number];
