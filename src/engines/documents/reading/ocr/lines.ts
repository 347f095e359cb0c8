import type { Box, Line } from '../page.js';

/** Two things stand in one row when their middles are less than this share of the lower one's height apart. */
const SAME_ROW = 0.5;

/** Top to bottom, and within a row left to right. */
export const inReadingOrder = (lines: readonly Line[]): Line[] => rowsOf(lines).flat();

/**
 * Rows of things that stand beside each other, top to bottom, each from left to right. Found from middle to middle
 * downwards, so a slight slope of the page does not mix neighbouring rows.
 */
export function rowsOf<Item extends { box: Box }>(items: readonly Item[]): Item[][] {
  const rows: { items: Item[]; middle: number; lowest: number }[] = [];
  for (const item of [...items].sort((a, b) => middleOf(a) - middleOf(b))) {
    const middle = middleOf(item);
    const row = rows.at(-1);
    if (row && middle - row.middle < SAME_ROW * Math.min(row.lowest, item.box[3])) {
      row.items.push(item);
      row.middle += (middle - row.middle) / row.items.length;
      row.lowest = Math.min(row.lowest, item.box[3]);
    } else {
      rows.push({ items: [item], middle, lowest: item.box[3] });
    }
  }
  return rows.map((row) => row.items.sort((a, b) => a.box[0] - b.box[0]));
}

const middleOf = ({ box }: { box: Box }): number => box[1] + box[3] / 2;
