import type { DocumentJob, PageText } from '../documentEngine.js';
import type { ThumbnailEngine } from '../thumbnails/thumbnail.js';

/** Pages that a model that sees is shown, and the pixels of their long side. */
const [MOST_PICTURES, LONG_SIDE] = [2, 1_600];

/** JPEGs of the first pages of a document, as a model that sees is shown them. */
export async function picturesOf(
  engine: ThumbnailEngine,
  { bytes, tenant_id }: Pick<DocumentJob, 'bytes' | 'tenant_id'>,
  text: readonly PageText[],
): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const { page } of text.slice(0, MOST_PICTURES)) {
    const picture = await engine.thumbnail(bytes, { tenant_id, page, long_side: LONG_SIDE, hidden: [], marks: [] });
    if (picture) pictures.push(picture.jpeg);
  }
  return pictures;
}
