import type { Shape } from './page.js';

/** How labelled values stand on a page. */
export type Arrangement =
  /** Labels in a column, values in the next. */
  | 'left'
  /** `Label: value`. */
  | 'colon'
  /** Small labels, each above its value, three in a row. */
  | 'above'
  /** Two labels with their values in each row. */
  | 'pairs'
  /** A ruled cell for each, the label small at its top. */
  | 'boxes'
  /** As boxes, with a number before the label. */
  | 'numbered'
  /** A ruled table of labels and values. */
  | 'ruled'
  /** The value at the right margin. */
  | 'right';

/** How pages of one shape are set. */
export interface Design {
  name: string;
  shape: Shape;
  /** What it is for: fitting, or judging what was fitted. */
  use: PageUse;
  fields: Arrangement;
  font: 'Noto' | 'Sans' | 'Condensed' | 'Serif' | 'Mono';
  size: number;
  accent: string;
  heading: 'left' | 'right' | 'center';
}

/** Pages for fitting and pages for judging share neither issuer nor design. */
export type PageUse = 'fit' | 'judge';

const design = (
  name: string,
  shape: Shape,
  use: PageUse,
  fields: Arrangement,
  font: Design['font'],
  size: number,
  accent: string,
  heading: Design['heading'],
): Design => ({ name, shape, use, fields, font, size, accent, heading });

/** Every design there is. */
export const DESIGNS: readonly Design[] = [
  design('sheet-columns', 'sheet', 'fit', 'left', 'Noto', 9, '#1f4b7a', 'left'),
  design('sheet-grid', 'sheet', 'fit', 'above', 'Condensed', 9, '#6a1b3d', 'right'),
  design('sheet-ruled', 'sheet', 'fit', 'ruled', 'Serif', 8.5, '#222222', 'center'),
  design('sheet-pairs', 'sheet', 'judge', 'pairs', 'Sans', 7.5, '#14532d', 'left'),
  design('sheet-colon', 'sheet', 'judge', 'colon', 'Noto', 10, '#444444', 'center'),
  design('letter-serif', 'letter', 'fit', 'colon', 'Serif', 10, '#222222', 'left'),
  design('letter-plain', 'letter', 'fit', 'left', 'Noto', 10, '#7a1f1f', 'center'),
  design('letter-condensed', 'letter', 'judge', 'colon', 'Condensed', 10.5, '#1f3a7a', 'right'),
  design('form-numbered', 'form', 'fit', 'numbered', 'Noto', 8, '#444444', 'center'),
  design('form-table', 'form', 'fit', 'left', 'Condensed', 9, '#333366', 'left'),
  design('form-boxes', 'form', 'judge', 'boxes', 'Sans', 8, '#663300', 'left'),
  design('roll-mono', 'roll', 'fit', 'right', 'Mono', 7, '#000000', 'center'),
  design('roll-colon', 'roll', 'fit', 'colon', 'Condensed', 8, '#000000', 'left'),
  design('roll-plain', 'roll', 'judge', 'right', 'Noto', 7.5, '#000000', 'center'),
  design('card-above', 'card', 'fit', 'above', 'Noto', 7, '#1f4b7a', 'left'),
  design('card-beside', 'card', 'fit', 'left', 'Condensed', 7, '#14532d', 'center'),
  design('card-pairs', 'card', 'judge', 'boxes', 'Sans', 6.5, '#6a1b3d', 'left'),
];

/** Size and margins of the paper of a shape, in points. A card is ID-1 of ISO/IEC 7810, twice as large. */
export const PAPER: { readonly [S in Shape]: { width: number; height: number | 'auto'; margin: number } } = {
  sheet: { width: 595, height: 842, margin: 45 },
  letter: { width: 595, height: 842, margin: 65 },
  form: { width: 612, height: 792, margin: 36 },
  roll: { width: 227, height: 'auto', margin: 10 },
  card: { width: 485, height: 306, margin: 18 },
};
