/** Whether two values are written alike, as JSON. */
export const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
