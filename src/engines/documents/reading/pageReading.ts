import type { TextBox } from './ocr/textBox.js';
import type { Page } from './page.js';
import type { QuarterTurn } from './raster.js';

/** What was read of a page, as it goes from one process to another. */
export interface PageReading extends Pick<Page, 'number' | 'width' | 'height' | 'source' | 'drawn' | 'lines'> {
  /** Clockwise turn that makes the picture upright. */
  turn: QuarterTurn;
  /** Where text stands on it; absent where that was not looked for. */
  boxes?: TextBox[];
}

/** Reading stopped behind a page, as it was another document's turn; it goes on with what was read. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
  constructor(readonly read: PageReading[]) {
    super('Reading gave way to another document');
  }
}
