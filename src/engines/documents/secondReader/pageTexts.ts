import type { PageText, TextLine } from '../documentEngine.js';
import type { Page } from '../reading/page.js';

/** So many characters of a document are shown to a language model: some eight dense pages, and what small models hold at once. */
const MOST_CHARACTERS = 20_000;

/** The text of pages as far as a language model is shown it; what is beyond is left out. */
export function pageTexts(pages: readonly Page[]): PageText[] {
  let room = MOST_CHARACTERS;
  return pages.map(({ number, source, lines }) => {
    const shown: TextLine[] = [];
    for (const { text, box } of lines) {
      room -= text.length;
      if (room < 0) break;
      shown.push({ text, box });
    }
    return { page: number, source, lines: shown };
  });
}
