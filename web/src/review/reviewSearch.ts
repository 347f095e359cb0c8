/** What the address of a case says of what is shown of it. */
export interface ReviewSearch {
  /** Which document, from 0, in the order in which they came. */
  doc?: number;
  /** Which of its pages, from 1. */
  page?: number;
  /** Which document stands beside it. */
  beside?: number;
}

/** Reads it from an address: what is not understood is left out. */
export const readReviewSearch = (search: Record<string, unknown>): ReviewSearch => ({
  ...(isWhole(search['doc'], 0) && { doc: search['doc'] }),
  ...(isWhole(search['page'], 1) && { page: search['page'] }),
  ...(isWhole(search['beside'], 0) && { beside: search['beside'] }),
});

const isWhole = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least;
