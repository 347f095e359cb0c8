import type { Box, Line, Page } from '../../src/engines/documents/reading/page.js';

/** Where the columns of a row begin, in fractions of the page. */
const COLUMNS = [0.05, 0.35, 0.6, 0.82];
/** Height of a line in fractions of the pitch. */
const LINE = 0.6;

/** A page with rows of texts below each other, each text in its own column. */
export function pageOfRows(rows: readonly string[][], size: { width: number; height: number }): Page {
  const pitch = Math.min(0.04, 0.95 / Math.max(1, rows.length));
  const lines = rows.flatMap((row, i) =>
    row.map((text, column) => printed(text, COLUMNS[column] ?? 0.9, 0.02 + i * pitch, { pitch, ...size })),
  );
  return {
    ...{ number: 1, ...size, source: 'ocr', lines },
    raster: () => Promise.reject(new Error('These pages have no picture.')),
    region: { read: () => Promise.resolve([]) },
  };
}

function printed(text: string, x: number, y: number, page: { pitch: number; width: number; height: number }): Line {
  const height = LINE * page.pitch;
  const character = (0.5 * height * page.height) / page.width;
  const boxOf = (start: number, length: number): Box => [x + start * character, y, length * character, height];
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    ...{ text: match[0], confidence: 0.95, box: boxOf(match.index, match[0].length) },
  }));
  return { text, confidence: 0.95, box: boxOf(0, text.length), words };
}
