import type { Raster } from './page.js';

/** Keeps the page pictures used last, within a budget of bytes, and makes the others anew when they are asked for. */
export interface RasterCache {
  get(page: number, make: () => Promise<Raster>): Promise<Raster>;
  put(page: number, raster: Raster): void;
}

/** Room for one picture at the working limit, or three A4 pages at 300 dpi. */
const BUDGET = 80 * 1024 * 1024;

/** A cache for the pages of one document. */
export function createRasterCache(budget = BUDGET): RasterCache {
  const kept = new Map<number, Raster>();
  const put = (page: number, raster: Raster) => {
    kept.delete(page);
    kept.set(page, raster);
    let size = [...kept.values()].reduce((sum, { data }) => sum + data.byteLength, 0);
    for (const [oldest, { data }] of kept) {
      if (size <= budget || oldest === page) break;
      kept.delete(oldest);
      size -= data.byteLength;
    }
  };
  return {
    put,
    async get(page, make) {
      const raster = kept.get(page) ?? (await make());
      put(page, raster);
      return raster;
    },
  };
}
