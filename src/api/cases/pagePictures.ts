import { LRUCache } from 'lru-cache';
import type { Thumbnail, ThumbnailEngine } from '../../engines/documents/thumbnails/thumbnail.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';

/** Pixels of the long side of a picture: `small` for a list, `large` to read small print on (A4 at 170 dpi). */
export const PAGE_SIZES = { small: 400, large: 2000 } as const;

/** How large a page is pictured. */
export type PageSize = keyof typeof PAGE_SIZES;

/** Bytes of pictures that a process keeps: to turn a scan upright takes seconds, and whoever looks at it looks again. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** So long one is kept: what was erased is in no memory for longer. */
const KEPT_MS = 10 * 60_000;

/** A page of a stored document. */
export interface PageAsked {
  tenant_id: string;
  object_key: string;
  /** From 1. */
  page: number;
  size: PageSize;
}

/** Pictures the pages of stored documents, upright, in engine processes: what a hostile file does, it does there. */
export interface PagePictures {
  /**
   * A page; undefined where the file has none of this number, or cannot be shown. Who asks for one that is being made waits for that.
   * @throws BlobNotFound @throws EngineUnavailable
   */
  of(asked: PageAsked): Promise<Thumbnail | undefined>;
}

/** Creates it. */
export function createPagePictures({
  blobs,
  engine,
}: {
  blobs: Pick<BlobStore, 'read'>;
  engine: ThumbnailEngine;
}): PagePictures {
  const kept = new LRUCache<string, Thumbnail>({
    ...{ maxSize: KEPT_BYTES, ttl: KEPT_MS },
    sizeCalculation: ({ jpeg }) => Math.max(1, jpeg.byteLength),
  });
  const making = new Map<string, Promise<Thumbnail | undefined>>();
  const make = async ({ tenant_id, object_key, page, size }: PageAsked): Promise<Thumbnail | undefined> =>
    engine.thumbnail(await blobs.read(object_key), {
      ...{ tenant_id, page, long_side: PAGE_SIZES[size] },
      ...{ hidden: [], marks: [] },
    });
  return {
    async of(asked) {
      const name = JSON.stringify([asked.object_key, asked.page, asked.size]);
      const known = kept.get(name);
      if (known) return known;
      const picture = making.get(name) ?? make(asked).finally(() => making.delete(name));
      making.set(name, picture);
      const made = await picture;
      if (made) kept.set(name, made);
      return made;
    },
  };
}
