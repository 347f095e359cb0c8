import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { COPIES, type Copy, type CopyName, type PrintedPage } from '../copies/index.js';
import type { PrintedLine } from '../fonts.js';
import type { Area } from '../ornament.js';
import type { Random } from '../random.js';
import { withCopiedPart, withOtherPortrait, withPaintedValue, withPartSavedAnew, withPastedField } from './picture.js';

/** A picture that somebody changed. */
export interface ForgedPicture extends Copy {
  trick: PictureTrick;
}

/** Changes a picture; undefined where there is nothing of the kind on the page. */
type Trick = (page: PrintedPage, random: Random) => Promise<Copy | undefined>;

/** What forgers do to pictures, each in one way. */
export const PICTURE_TRICKS = {
  'value painted over, then copied': async (page, random) => {
    const value = valueOf(page, random);
    if (!value) return undefined;
    return COPIES[random.pick(['saved', 'scanned', 'photographed'] as const)](
      painted(page.picture, value, random),
      random,
    );
  },
  'value painted over in a copy': async (page, random) => {
    const value = valueOf(page, random);
    return value && savedAfter(painted(await takenOf(page, random), value, random), random);
  },
  'value pasted from another copy': async (page, random) => {
    const value = valueOf(page, random);
    if (!value) return undefined;
    const [own, other] = [await takenOf(page, random), await takenOf(page, random)];
    return savedAfter(withPastedField(own, other, patchOf(value, random)), random);
  },
  'part saved anew': async (page, random) => {
    const value = valueOf(page, random);
    if (!value) return undefined;
    const own = await takenOf(page, random);
    return savedAfter(
      await withPartSavedAnew(own, around(page.portrait ?? patchOf(value, random), 16), random.whole(35, 65)),
      random,
    );
  },
  'portrait replaced': async (page, random) => {
    if (!page.portrait) return undefined;
    return savedAfter(
      await withOtherPortrait(await takenOf(page, random), page.portrait, random.whole(35, 75)),
      random,
    );
  },
  'digit copied within': async (page, random) => {
    const [one, other] = [valueOf(page, random), valueOf(page, random)];
    if (!one || !other || one === other) return undefined;
    const width = one.at.width / one.text.length;
    const from = { ...one.at, width };
    return savedAfter(
      withCopiedPart(await takenOf(page, random), from, { x: other.at.x + width, y: other.at.y }),
      random,
    );
  },
} as const satisfies { [name: string]: Trick };

/** The name of a trick. */
export type PictureTrick = keyof typeof PICTURE_TRICKS;

/** A page changed in every way that it can be. */
export async function* forgedPictures(page: PrintedPage, random: Random): AsyncGenerator<ForgedPicture> {
  for (const [trick, change] of Object.entries(PICTURE_TRICKS) as [PictureTrick, Trick][]) {
    const copy = await change(page, random);
    if (copy) yield { ...copy, trick };
  }
}

const TAKEN: readonly CopyName[] = ['saved', 'scanned', 'scanned without loss'];

/** A copy that keeps places, decoded. */
async function takenOf({ picture }: PrintedPage, random: Random): Promise<Canvas> {
  const { bytes } = await COPIES[random.pick(TAKEN)](picture, random);
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

/** Saved as editors do by default, and better. */
async function savedAfter(picture: Canvas, random: Random): Promise<Copy> {
  const pixels = sharp(await picture.encode('png')).removeAlpha();
  return { bytes: await pixels.jpeg({ quality: random.whole(75, 95) }).toBuffer(), placeOf: (place) => place };
}

function valueOf({ lines }: PrintedPage, random: Random): PrintedLine | undefined {
  const values = lines.filter(({ isValue, text, at }) => isValue && text.length >= 5 && at.width < 500);
  return values.length > 0 ? random.pick(values) : undefined;
}

/** A little more than the value, and some of what is behind it. */
const patchOf = ({ at }: PrintedLine, random: Random): Area => ({
  ...{ x: at.x - 5, y: at.y - 3, height: at.height + 6 },
  width: at.width + 10 + random.whole(0, 100),
});

const around = ({ x, y, width, height }: Area, pixels: number): Area => ({
  ...{ x: Math.max(0, x - pixels), y: Math.max(0, y - pixels) },
  ...{ width: width + 2 * pixels, height: height + 2 * pixels },
});

const painted = (picture: Canvas, value: PrintedLine, random: Random): Canvas =>
  withPaintedValue(
    picture,
    patchOf(value, random),
    [...value.text].reverse().join(''),
    random.pick(['sans', 'condensed', 'sans-bold']),
  );
