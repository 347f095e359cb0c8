import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import type { MachineReadings } from '../../../../../src/engines/documents/extract/extraction.js';
import type { Line, Page } from '../../../../../src/engines/documents/reading/page.js';

/** Width of a character and height of a line on the page, in fractions of it. */
const CHARACTER = 0.01;
const LINE = 0.012;

/** No zone, no barcode. */
export const NO_READINGS: MachineReadings = { mrz: [], barcodes: [] };

/** The day on which the tests take place. */
export const TODAY = '2026-11-21';

/** A line printed at `(x, y)`, in fractions of the page, words as wide as their letters. */
export function printed(text: string, x: number, y: number, confidence = 0.98): Line {
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    confidence,
    box: [x + match.index * CHARACTER, y, match[0].length * CHARACTER, LINE] as Line['box'],
  }));
  return { text, confidence, box: [x, y, text.length * CHARACTER, LINE], words };
}

/** A page with these rows below each other; `|` parts the columns, each of which begins at its own place. */
export function pageOfRows(rows: readonly string[], { columns = [0.05, 0.45, 0.65, 0.82], pitch = 0.02 } = {}): Page {
  const lines = rows.flatMap((row, i) =>
    row
      .split('|')
      .map((cell, column) => ({ text: cell.trim(), x: columns[column] ?? 0.9 }))
      .filter(({ text }) => text !== '')
      .map(({ text, x }) => printed(text, x, 0.05 + i * pitch)),
  );
  return pageOfLines(lines);
}

/** A page with these lines. */
export function pageOfLines(lines: Line[]): Page {
  return {
    ...{ number: 1, width: 1000, height: 1400, source: 'ocr', lines },
    raster: () => Promise.reject(new Error('These pages have no picture.')),
    region: { read: () => Promise.resolve([]) },
  };
}

/** A document type with this schema, otherwise empty. */
export function typeOf(
  output_schema: { [field: string]: string },
  rest: Partial<EngineDocumentType> = {},
): EngineDocumentType {
  return {
    context_id: 'a_type',
    display_name: 'A type',
    input_type: 'document',
    analysis_type: 'extraction',
    model_hint: 'vlm',
    category: 'other',
    output_schema,
    validation_rules: {},
    classify_hints: [],
    pipeline_steps: ['extract'],
    prompt_hint: '',
    enabled: true,
    ...rest,
  };
}
