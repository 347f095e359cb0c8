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
import { angleOf, boundsOf, lengthOf, heightOf, type TextBox } from './textBox.js';

/** Reads the text in boxes. */
export interface Recognizer {
  /**
   * @param alphabet the only characters that may be read, taken as they look; print of the script that a line is in when absent
   * @param onePitch the lines are known to be print of one pitch without spaces, so that no cell between two characters is empty
   * @returns one line per box, in the order of `boxes`; `undefined` where nothing was recognised
   */
  recognize(
    raster: Raster,
    boxes: readonly TextBox[],
    alphabet?: string,
    onePitch?: boolean,
  ): Promise<(Line | undefined)[]>;
}

/** Lines recognised together. More gain nothing on a CPU and cost memory. */
const BATCH = 6;
/** Inputs narrower than this are padded: the network needs some width. */
const NARROWEST = 160;

/** A recogniser on a CTC network. `characters` holds the character of each class, `''` for the blank. */
export function createRecognizer(
  session: InferenceSession,
  characters: readonly string[],
  spec: ModelManifest['recognizer'],
): Recognizer {
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
  return {
    async recognize(raster, boxes, alphabet, onePitch = false) {
      const allowed = alphabet === undefined ? undefined : new Set(alphabet);
      const mask = allowed && classMask(characters, (character) => allowed.has(character));
      const spell = alphabet === undefined ? tellLookalikesApart : asRead;
      const lines: (Line | undefined)[] = boxes.map(() => undefined);
      const byLength = boxes.map((_, index) => index).sort((a, b) => aspect(boxes[a]!) - aspect(boxes[b]!));
      for (let from = 0; from < byLength.length; from += BATCH) {
        const batch = byLength.slice(from, from + BATCH);
        const crops = batch.map((index) => cropLine(raster, boxes[index]!, spec.height));
        const outputs = await run(crops);
        outputs.forEach(({ activations, stepWidth }, i) => {
          const decoded = mask ? decodeCtc(activations, characters, mask) : readLine(activations);
          const words =
            mask && onePitch
              ? fillCells(decoded, activations, characters, mask).map((glyph) => [glyph])
              : splitIntoWords(crops[i]!, decoded, stepWidth);
          lines[batch[i]!] = toLine(crops[i]!, raster, words, stepWidth, spell, onePitch ? '' : ' ');
        });
      }
      return lines;
    },
  };
}

const aspect = (box: TextBox): number => lengthOf(box) / Math.max(1, heightOf(box));

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
