import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { areaOfText, writeText, type Face, type TextStyle } from '../fonts.js';
import { drawPortrait, type Area } from '../ornament.js';
import type { Random } from '../random.js';
import { addNoise } from '../scanned.js';

/** Covers a value with the colour of the paper around it, and writes another on it. */
export function withPaintedValue(picture: Canvas, at: Area, text: string, face: Face): Canvas {
  const { x, y, width, height } = whole(at);
  const [left, base, style] = settingIn(at, face);
  return changed(picture, (context) => {
    const [red, green, blue] = paperAround(picture, at);
    context.fillStyle = `rgb(${red}, ${green}, ${blue})`;
    context.fillRect(x, y, width, height);
    writeText(context, text, left, base, style);
  });
}

/** Where the text stands that is written on a covered value. */
export const areaOfPaintedText = (at: Area, text: string, face: Face): Area => areaOfText(text, ...settingIn(at, face));

/** Left end, base line and setting of what is written on a patch. */
function settingIn(at: Area, face: Face): [x: number, y: number, style: TextStyle] {
  const { x, y, height } = whole(at);
  return [x + 4, y + 0.78 * height, { face, size: Math.round(0.68 * height) }];
}

/** Puts a place of another picture over one of this: a field out of another copy. */
export const withPastedField = (picture: Canvas, other: Canvas, at: Area): Canvas =>
  withPart(picture, other, whole(at));

/** Saves a part by itself as a JPEG of that quality, and puts it back. */
export async function withPartSavedAnew(picture: Canvas, at: Area, quality: number): Promise<Canvas> {
  const { x, y, width, height } = whole(at);
  const part = createCanvas(width, height);
  part.getContext('2d').drawImage(picture, x, y, width, height, 0, 0, width, height);
  const saved = await loadImage(await part.encode('jpeg', quality));
  return changed(picture, (context) => context.drawImage(saved, x, y));
}

/** Puts another portrait over the one that is there, out of a JPEG of that quality. */
export async function withOtherPortrait(picture: Canvas, at: Area, quality: number): Promise<Canvas> {
  const { x, y, width, height } = whole(at);
  const portrait = createCanvas(width, height);
  drawPortrait(portrait.getContext('2d'), { x: 0, y: 0, width, height }, { hair: 'short' });
  const saved = await loadImage(await portrait.encode('jpeg', quality));
  return changed(picture, (context) => context.drawImage(saved, x, y));
}

/** Puts another portrait over the one that is there, out of a smaller photograph with its noise, enlarged to fit. */
export async function withEnlargedPortrait(
  picture: Canvas,
  at: Area,
  { times, noise, kernel }: { times: number; noise: number; kernel: 'cubic' | 'linear' },
  random: Random,
): Promise<Canvas> {
  const { x, y, width, height } = whole(at);
  const small = { width: Math.round(width / times), height: Math.round(height / times) };
  const portrait = createCanvas(small.width, small.height);
  drawPortrait(portrait.getContext('2d'), { x: 0, y: 0, ...small }, { hair: 'short' });
  const { data, info } = await sharp(await portrait.encode('png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  addNoise(data, noise, random.next);
  const { channels } = info;
  const enlarged = sharp(data, { raw: { ...small, channels } }).resize(width, height, { fit: 'fill', kernel });
  const image = await loadImage(await enlarged.png().toBuffer());
  return changed(picture, (context) => context.drawImage(image, x, y));
}

/** Copies a place over another one of the same picture, as a digit is taken from where it stands elsewhere. */
export const withCopiedPart = (picture: Canvas, from: Area, to: { x: number; y: number }): Canvas =>
  withPart(picture, picture, whole(from), { x: Math.round(to.x), y: Math.round(to.y) });

function withPart(picture: Canvas, other: Canvas, { x, y, width, height }: Area, to = { x, y }): Canvas {
  const part = createCanvas(width, height);
  part.getContext('2d').drawImage(other, x, y, width, height, 0, 0, width, height);
  return changed(picture, (context) => context.drawImage(part, to.x, to.y));
}

function changed(picture: Canvas, change: (context: ReturnType<Canvas['getContext']>) => void): Canvas {
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  change(context);
  return canvas;
}

const whole = ({ x, y, width, height }: Area): Area => ({
  ...{ x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
});

/** What a pipette says of the paper above a place: the median of each colour. */
function paperAround(canvas: Canvas, at: Area): [number, number, number] {
  const { x, y, width } = whole(at);
  const { data } = canvas.getContext('2d').getImageData(x, Math.max(0, y - 1), width, 1);
  const medianOf = (channel: number): number => {
    const values = Array.from({ length: width }, (_, index) => data[index * 4 + channel] ?? 255);
    return values.sort((one, other) => one - other)[width >> 1] ?? 255;
  };
  return [medianOf(0), medianOf(1), medianOf(2)];
}
