/** Where vectors are kept in the clear, outside the database, to be looked through: whoever asks it has to know better what there still is. */
export interface VectorIndex {
  /**
   * Has a place for vectors of some length made, unless it is there.
   * @returns what it is called: after it was lost and made anew it is called otherwise, and has nothing of before
   */
  made(length: number): Promise<string>;
  /** Which of some ids can be found in a space. */
  there(length: number, space: string, ids: readonly string[]): Promise<Set<string>>;
  /** Writes vectors of a space by their ids, in which others do not look for them from then on; when it resolves, they can be found. */
  write(length: number, space: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Deletes those with some ids, of whatever length and space. */
  drop(ids: readonly string[]): Promise<void>;
  /** Those of a space that are nearest to one by their cosines, and hardly one is missed. @param most Up to `MOST_NEAREST` */
  nearest(space: string, probe: Float32Array, most: number): Promise<NearestIds>;
  /** A page of all ids, and what the next begins behind; undefined where there is none. */
  page(after?: string): Promise<{ ids: string[]; after: string | undefined }>;
  /** Has it begun that what was deleted is written over on disk. */
  purge(): Promise<void>;
}

/** What an index says is nearest. */
export interface NearestIds {
  /** The nearest first, as far as the index can tell. */
  ids: string[];
  /** How many vectors the space has. */
  among: number;
}

/** Most that an index is asked for at once. */
export const MOST_NEAREST = 10_000;

/** The index gives no answer now, or no whole one. What it refuses for what it is asked is another error. */
export class VectorIndexAway extends Error {
  override readonly name = 'VectorIndexAway';
}
