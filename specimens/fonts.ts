import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Area } from './ornament.js';

/** The faces specimens are set in: DejaVu out of its npm package, so that a machine without fonts draws the same. */
const FACES = {
  sans: 'DejaVuSans',
  'sans-bold': 'DejaVuSans-Bold',
  condensed: 'DejaVuSansCondensed',
  'condensed-bold': 'DejaVuSansCondensed-Bold',
  serif: 'DejaVuSerif',
  'serif-bold': 'DejaVuSerif-Bold',
  mono: 'DejaVuSansMono',
  'mono-bold': 'DejaVuSansMono-Bold',
} as const;
/** Noto Sans out of its npm package, for Devanagari. */
const INDIC = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';

/** The name of a face. */
export type Face = keyof typeof FACES | 'indic';

let registered = false;

function registerFaces(): void {
  if (registered) return;
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  for (const [face, file] of Object.entries(FACES)) registerFace(face, join(folder, `${file}.ttf`));
  registerFace('indic', require.resolve(INDIC));
  registered = true;
}

function registerFace(face: string, file: string): void {
  if (GlobalFonts.registerFromPath(file, `specimen-${face}`)) return;
  throw new Error(`The font ${file} cannot be read; run npm install again`);
}

/** How a text is set. `size` in pixels; `track` widens every character by so many pixels. */
export interface TextStyle {
  face?: Face;
  size: number;
  color?: string;
  align?: 'left' | 'center' | 'right';
  track?: number;
}

/** Writes a text with its base line at `y`. */
export function writeText(context: SKRSContext2D, text: string, x: number, y: number, style: TextStyle): void {
  registerFaces();
  context.font = `${style.size}px specimen-${style.face ?? 'sans'}`;
  context.fillStyle = style.color ?? '#1c1c24';
  context.textAlign = style.align ?? 'left';
  context.letterSpacing = `${style.track ?? 0}px`;
  context.fillText(text, x, y);
  context.letterSpacing = '0px';
}

/** A run of print and where it stands, in pixels. */
export interface PrintedLine {
  text: string;
  at: Area;
  /** Whether it is a value that a forger would change. */
  isValue: boolean;
}

/** Where a text stands that is written from `x` with its base line at `y`: as high as a reader's box, a little more than its letters. */
export function areaOfText(text: string, x: number, y: number, { face, size, track = 0 }: TextStyle): Area {
  registerFaces();
  const context = createCanvas(8, 8).getContext('2d');
  context.font = `${size}px specimen-${face ?? 'sans'}`;
  const width = context.measureText(text).width + track * text.length;
  return { x, y: y - 0.88 * size, width, height: 1.04 * size };
}
