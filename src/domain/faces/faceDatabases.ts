/**
 * A register of faces. `custom` is a tenant's own; the others are watchlists, which belong to the platform.
 * @example "custom"
 */
export type FaceDatabase =
  'politically_exposed_person' | 'sanction_watch' | 'public_figures' | 'fraudsters' | 'celebrity' | 'custom';

/** What people call the registers. */
export const FACE_DATABASE_NAMES: { readonly [Database in FaceDatabase]: string } = {
  politically_exposed_person: 'Politically exposed persons',
  sanction_watch: 'Sanctions',
  public_figures: 'Public figures',
  fraudsters: 'Fraudsters',
  celebrity: 'Celebrities',
  custom: 'Own faces',
};

/** All of them. */
export const FACE_DATABASES = Object.keys(FACE_DATABASE_NAMES) as FaceDatabase[];

/** Whether a register is one of the platform's, and the same for every tenant. */
export const isWatchlist = (database: FaceDatabase): boolean => database !== 'custom';
