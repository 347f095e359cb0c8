/** Where a data folder has cards. */
export const CARDS = 'ids';
