import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { ModelManifest } from '../../models/modelManifest.js';
import type { Line, Raster, Word } from '../page.js';
import { cropLine, type Crop } from './crop.js';
import { classMask, decodeCtc, type Activations, type Glyph } from './ctc.js';
import { fillCells } from './onePitch.js';
import { tellLookalikesApart } from './lookalikes.js';
import { readInScripts } from './scripts.js';
import { planesOf, type Plane } from './normalise.js';
import { splitIntoWords } from './spacing.js';
import { angleOf, boundsOf, type TextBox } from './textBox.js';

/** What lines are taken for. */
export interface Alphabet {
  /** The only characters that may be read, taken as they look; print of the script that a line is in when absent. */
  alphabet?: string | undefined;
  /** The lines are known to be print of one pitch without spaces, so that no cell between two characters is empty. */
  onePitch?: boolean | undefined;
}

/** Reads a few lines of a picture in one run of the network; `undefined` where nothing was recognised, in the order of `boxes`. */
export type ReadLines = (raster: Raster, boxes: readonly TextBox[], as: Alphabet) => Promise<(Line | undefined)[]>;

/** Inputs narrower than this are padded: the network needs some width. */
const NARROWEST = 160;

/** Reads lines with a CTC network. `characters` holds the character of each class, `''` for the blank. */
export function createLineReader(
  session: InferenceSession,
  characters: readonly string[],
  spec: ModelManifest['recognizer'],
): ReadLines {
  const planes = planesOf(spec);
  const readLine = readInScripts(characters);
  const run = async (crops: readonly Crop[]): Promise<{ activations: Activations; stepWidth: number }[]> => {
    const width = Math.max(NARROWEST, ...crops.map((crop) => crop.width));
    const tensor = new Tensor('float32', toInput(crops, width, spec.height, planes), [
      crops.length,
      3,
      spec.height,
      width,
    ]);
    const output = (await session.run({ [session.inputNames[0]!]: tensor }))[session.outputNames[0]!]!;
    const [, steps, classes] = output.dims as [number, number, number];
    const data = output.data as Float32Array;
    return crops.map((_, index) => ({
      activations: { data, offset: index * steps * classes, steps, classes },
      stepWidth: width / steps,
    }));
  };
  return async (raster, boxes, { alphabet, onePitch = false }) => {
    const allowed = alphabet === undefined ? undefined : new Set(alphabet);
    const mask = allowed && classMask(characters, (character) => allowed.has(character));
    const spell = alphabet === undefined ? tellLookalikesApart : asRead;
    const crops = boxes.map((box) => cropLine(raster, box, spec.height));
    const outputs = await run(crops);
    return outputs.map(({ activations, stepWidth }, index) => {
      const crop = crops[index]!;
      const decoded = mask ? decodeCtc(activations, characters, mask) : readLine(activations);
      const words =
        mask && onePitch
          ? fillCells(decoded, activations, characters, mask).map((glyph) => [glyph])
          : splitIntoWords(crop, decoded, stepWidth);
      return toLine(crop, raster, words, stepWidth, spell, onePitch ? '' : ' ');
    });
  };
}

/** Crops side by side in one input, padded to `width` with zeros (mid-grey). */
function toInput(crops: readonly Crop[], width: number, height: number, planes: readonly Plane[]): Float32Array {
  const size = width * height;
  const values = new Float32Array(crops.length * 3 * size);
  crops.forEach((crop, index) => {
    planes.forEach((plane, p) => {
      const start = (index * 3 + p) * size;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < crop.width; x++) {
          values[start + y * width + x] = plane.values[crop.data[(y * crop.width + x) * 3 + plane.channel]!]!;
        }
      }
    });
  });
  return values;
}

const asRead = (word: string): string => word;

/**
 * @param spell what a word's characters are taken for
 * @param space what stands between words
 */
function toLine(
  crop: Crop,
  picture: Raster,
  words: readonly Glyph[][],
  stepWidth: number,
  spell: (word: string) => string,
  space: string,
): Line | undefined {
  if (words.length === 0) return undefined;
  const along = (step: number) => Math.min(1, Math.max(0, (step * stepWidth) / crop.width));
  const line = words.map((word): Word => ({
    text: spell(textOf(word)),
    confidence: meanProbability(word),
    box: boundsOf(crop.box, picture, along(word[0]!.from - 0.5), along(word.at(-1)!.to + 1.5)),
  }));
  return {
    text: line.map((word) => word.text).join(space),
    confidence: meanProbability(words.flat()),
    box: boundsOf(crop.box, picture),
    words: line,
    angle: angleOf(crop.box),
  };
}

const textOf = (glyphs: readonly Glyph[]): string => glyphs.map((glyph) => glyph.character).join('');

const meanProbability = (glyphs: readonly Glyph[]): number =>
  glyphs.reduce((sum, glyph) => sum + glyph.probability, 0) / glyphs.length;
