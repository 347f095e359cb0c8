import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';

/** The sample photos of a package that the tests need for nothing else; none is part of the project. */
const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** A group photo, by its number from 1 to 6. The fifth shows five people. */
export const groupPhoto = (number: number): Buffer => readFileSync(path.join(FOLDER, `sample${number}.jpg`));

/** The woman on the right of the first group photo, by herself; turned upside down, or made smaller, where that is said. */
export function onePerson({ turn = 0, width = 400 }: { turn?: number; width?: number } = {}): Promise<Buffer> {
  return person(1, turn, width);
}

/** Another person by herself. */
export const anotherPerson = (): Promise<Buffer> => person(6, 0, 400);

/** Where a face with something around it lies, in fractions of the photo: chosen by hand. */
const PLACES: { readonly [photo: number]: readonly [left: number, top: number, width: number, height: number] } = {
  1: [0.66, 0.05, 0.33, 0.42],
  6: [0.04, 0.2, 0.28, 0.45],
};

async function person(photo: number, turn: number, width: number): Promise<Buffer> {
  const [left, top, w, h] = PLACES[photo]!;
  const { width: W, height: H } = await sharp(groupPhoto(photo)).metadata();
  const place = {
    left: Math.round(left * W),
    top: Math.round(top * H),
    width: Math.round(w * W),
    height: Math.round(h * H),
  };
  const cut = await sharp(groupPhoto(photo)).extract(place).resize(width).png().toBuffer();
  return sharp(cut).rotate(turn).jpeg({ quality: 92 }).toBuffer();
}

/** A picture without a face. */
export const noFace = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#7a8b99' } })
    .jpeg()
    .toBuffer();
