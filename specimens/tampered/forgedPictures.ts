import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { COPIES, type Copy, type CopyName, type PrintedPage } from '../copies/index.js';
import type { PrintedLine } from '../fonts.js';
import type { Area } from '../ornament.js';
import type { Random } from '../random.js';
import {
  areaOfPaintedText,
  withCopiedPart,
  withEnlargedPortrait,
  withOtherPortrait,
  withPaintedValue,
  withPartSavedAnew,
  withPastedField,
} from './picture.js';

/** A picture that somebody changed. */
export interface ForgedPicture extends Copy {
  trick: PictureTrick;
  /** What stands on the page since then. */
  lines: readonly PrintedLine[];
}

/** Changes a picture; undefined where there is nothing of the kind on the page. */
type Trick = (page: PrintedPage, random: Random) => Promise<ChangedCopy | undefined>;

/** What it says is as before where there are no lines. */
interface ChangedCopy extends Copy {
  lines?: readonly PrintedLine[];
}

/** What forgers do to pictures, each in one way. */
export const PICTURE_TRICKS = {
  'value painted over, then copied': async (page, random) => {
    const value = valueOf(page, random);
    if (!value) return undefined;
    const { picture, lines } = painted(page.picture, page, value, random);
    return { ...(await COPIES[random.pick(['saved', 'scanned', 'photographed'] as const)](picture, random)), lines };
  },
  'value painted over in a copy': async (page, random) => {
    const value = valueOf(page, random);
    if (!value) return undefined;
    const { picture, lines } = painted(await takenOf(page, random), page, value, random);
    return { ...(await savedAfter(picture, random)), lines };
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
    const picture = withCopiedPart(await takenOf(page, random), from, { x: other.at.x + width, y: other.at.y });
    const text = other.text.slice(0, 1) + one.text.slice(0, 1) + other.text.slice(2);
    return { ...(await savedAfter(picture, random)), lines: withLine(page, other, { ...other, text }) };
  },
  'portrait enlarged, saved without loss': async (page, random) => {
    if (!page.portrait) return undefined;
    const enlarged = {
      ...{ times: 1.15 + random.next(), noise: 1 + 3 * random.next() },
      kernel: random.pick(['linear', 'cubic'] as const),
    };
    const picture = await withEnlargedPortrait(await takenOf(page, random), page.portrait, enlarged, random);
    const pixels = sharp(await picture.encode('png')).removeAlpha();
    return { bytes: await pixels.png().toBuffer(), placeOf: (place) => place };
  },
} as const satisfies { [name: string]: Trick };

/** The name of a trick. */
export type PictureTrick = keyof typeof PICTURE_TRICKS;

/** A page changed in every way that it can be. */
export async function* forgedPictures(page: PrintedPage, random: Random): AsyncGenerator<ForgedPicture> {
  for (const [trick, change] of Object.entries(PICTURE_TRICKS) as [PictureTrick, Trick][]) {
    const copy = await change(page, random);
    if (copy) yield { lines: page.lines, ...copy, trick };
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

/** A page on which a value is painted over and another of its form is written in another face, and what it says then. */
function painted(
  picture: Canvas,
  page: PrintedPage,
  value: PrintedLine,
  random: Random,
): Pick<ForgedPicture, 'lines'> & { picture: Canvas } {
  const text = otherValue(value.text);
  const patch = patchOf(value, random);
  const face = random.pick(['sans', 'condensed', 'sans-bold'] as const);
  return {
    picture: withPaintedValue(picture, patch, text, face),
    lines: withLine(page, value, { ...value, text, at: areaOfPaintedText(patch, text, face) }),
  };
}

/** Other digits, and letters in another order: a date stays one to the eye. */
function otherValue(text: string): string {
  const letters = [...text].filter((character) => /\p{L}/u.test(character)).reverse();
  return [...text]
    .map((character) => (/\d/.test(character) ? String((Number(character) + 3) % 10) : character))
    .map((character) => (/\p{L}/u.test(character) ? letters.shift()! : character))
    .join('');
}

const withLine = ({ lines }: PrintedPage, from: PrintedLine, to: PrintedLine): PrintedLine[] =>
  lines.map((line) => (line === from ? to : line));
