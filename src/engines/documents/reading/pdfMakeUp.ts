import type { PDFPageProxy } from 'pdfjs-dist';
import { multiplied } from './pdfText.js';

/** What a page is made of. */
export interface PageMakeUp {
  /** Share of the page that pictures cover, overlaps counted once per picture, at most 1. */
  image_share: number;
  /** Whether any picture stands on it, however small; those in patterns are not looked for. */
  has_pictures: boolean;
  /** Share of the drawn characters that are invisible (text rendering modes 3 and 7, ISO 32000-1, 9.3.6). */
  invisible_share: number;
}

const INVISIBLE_MODES = new Set([3, 7]);

/** Reads a page's drawing operators. */
export async function pageMakeUp(page: PDFPageProxy): Promise<PageMakeUp> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const [x0, y0, x1, y1] = page.view as [number, number, number, number];
  const stack: { matrix: readonly number[]; mode: number }[] = [];
  let state: { matrix: readonly number[]; mode: number } = { matrix: [1, 0, 0, 1, 0, 0], mode: 0 };
  let [imageArea, shown, hidden] = [0, 0, 0];
  fnArray.forEach((operator: number, index: number) => {
    const args = (argsArray[index] ?? []) as unknown[];
    switch (operator) {
      case OPS.save:
      case OPS.paintFormXObjectBegin:
        stack.push(state);
        if (operator === OPS.paintFormXObjectBegin) state = { ...state, matrix: transformed(state.matrix, args[0]) };
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = stack.pop() ?? state;
        break;
      case OPS.transform:
        state = { ...state, matrix: transformed(state.matrix, args) };
        break;
      case OPS.setTextRenderingMode:
        state = { ...state, mode: Number(args[0]) };
        break;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        imageArea += areaOf(state.matrix);
        break;
      case OPS.showText: {
        const glyphs = Array.isArray(args[0]) ? args[0].filter((glyph) => typeof glyph === 'object').length : 0;
        if (INVISIBLE_MODES.has(state.mode)) hidden += glyphs;
        else shown += glyphs;
        break;
      }
    }
  });
  const pageArea = Math.max(1, Math.abs((x1 - x0) * (y1 - y0)));
  const pictures = new Set(Object.entries(OPS).flatMap(([name, code]) => (/^paint.*Image/.test(name) ? [code] : [])));
  return {
    image_share: Math.min(1, imageArea / pageArea),
    has_pictures: fnArray.some((operator) => pictures.has(operator)),
    invisible_share: hidden / Math.max(1, shown + hidden),
  };
}

/** A picture fills the unit square (ISO 32000-1, 8.9.5). */
const areaOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number => Math.abs(a * d - b * c);

function transformed(matrix: readonly number[], by: unknown): readonly number[] {
  const numbers = Array.from((by as ArrayLike<unknown> | null) ?? [], Number);
  return numbers.length === 6 ? multiplied(matrix, numbers) : matrix;
}
