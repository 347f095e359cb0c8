import { readdir, readFile } from 'node:fs/promises';
import type { Face, TextStyle } from '../fonts.js';

/** How a text of a card is set: what it is on the card decides face, size and colour. */
export type PrintStyle = keyof typeof PRINT_STYLES;

const inFace = (face: Face, size: number, color = '#1c1c24', track = 0): TextStyle => ({ face, size, color, track });

/** The styles of the texts of invented cards. */
export const PRINT_STYLES = {
  title: inFace('sans-bold', 34, '#24406a', 1),
  head: inFace('sans-bold', 24, '#24406a'),
  label: inFace('condensed', 18, '#3c5878'),
  small: inFace('condensed', 16, '#3c5878'),
  number: inFace('condensed', 20, '#3c5878'),
  value: inFace('sans-bold', 26),
  plain: inFace('sans', 24),
  mono: inFace('mono-bold', 30, '#1c1c24', 1),
  /** Latin and Devanagari. */
  indic: inFace('indic', 24),
  sign: inFace('serif', 28, '#22306e'),
} as const;

/** A text on a card: left edge and base line in pixels of the card, style, text. */
export type PrintedText = readonly [x: number, y: number, style: PrintStyle, text: string];

/** An invented card as data: what is printed where, and what of it is true. No person or number on it exists. */
export interface CardDesign {
  /** File name without its extension. */
  name: string;
  /** Whether it judges what is released: no rule is written while looking at what was read of it. */
  judged: boolean;
  /** Name of the shipped type it is of. */
  document_type: string;
  /** CSS colours of the pattern behind the print. */
  hues: readonly string[];
  photo?: readonly [x: number, y: number, width: number, height: number];
  hair?: 'long' | 'short';
  /** Turn of the picture, clockwise. */
  degrees?: number;
  /** Standard deviation of the noise, in grey levels. */
  noise?: number;
  front: readonly PrintedText[];
  back?: readonly PrintedText[];
  /** Field of the type's schema to its value; spellings that are as good are parted by `|`. Fields that are not printed are left out. */
  truth: { readonly [field: string]: string };
}

/** Reads the designs in `developed/` and `judged/`, sorted by name. */
export async function cardDesigns(): Promise<CardDesign[]> {
  const folders = await Promise.all(
    ['developed', 'judged'].map(async (folder) => {
      const url = new URL(`./${folder}/`, import.meta.url);
      const files = (await readdir(url)).filter((file) => file.endsWith('.json')).sort();
      return Promise.all(
        files.map(async (file) => ({
          ...(JSON.parse(await readFile(new URL(file, url), 'utf8')) as Omit<CardDesign, 'name' | 'judged'>),
          name: file.replace(/\.json$/, ''),
          judged: folder === 'judged',
        })),
      );
    }),
  );
  return folders.flat();
}
