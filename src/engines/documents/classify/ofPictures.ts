import type { EngineDocumentType } from '../documentEngine.js';
import type { Page } from '../reading/page.js';

/** Whether documents of a type are pictures, `input_type`: what they show counts, and no text that a file has beside it. */
export const isOfPictures = ({ input_type }: Pick<EngineDocumentType, 'input_type'>): boolean => input_type === 'image';

/**
 * The types that a document can be of: pages of text, as a program writes them, are no picture. One page that was looked at as a picture may be
 * one, whatever the others are.
 */
export const fitCandidates = <Type extends Pick<EngineDocumentType, 'input_type'>>(
  { pages }: { pages: readonly Pick<Page, 'source'>[] },
  candidates: readonly Type[],
): readonly Type[] =>
  pages.some(({ source }) => source === 'ocr') ? candidates : candidates.filter((type) => !isOfPictures(type));
