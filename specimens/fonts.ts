import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

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

/** The name of a face. */
export type Face = keyof typeof FACES;

let registered = false;

function registerFaces(): void {
  if (registered) return;
  const folder = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  for (const [face, file] of Object.entries(FACES)) {
    if (!GlobalFonts.registerFromPath(join(folder, `${file}.ttf`), `specimen-${face}`)) {
      throw new Error(`The font ${file}.ttf of the package dejavu-fonts-ttf cannot be read; run npm install again`);
    }
  }
  registered = true;
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
