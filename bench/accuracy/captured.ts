import sharp from 'sharp';
import { judgeQuality } from '../../src/engines/documents/quality/judgeQuality.js';
import type { QualityVerdict } from '../../src/engines/documents/quality/quality.js';
import { openOcr, type Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';
import { adviceInBrowser, sentByBrowser } from '../../specimens/asInBrowser.js';
import { printedPages } from '../../specimens/copies/index.js';
import { photographed } from '../../specimens/photographed.js';
import { createRandom, type Random } from '../../specimens/random.js';
import { share, type AccuracyFigure } from './accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured } from './part.js';

/** What the page of a link and the service said of one photograph. */
interface CapturedPicture extends AnswerOfFile {
  /** What was wrong before it was sent, in a word each. */
  advice: readonly string[];
  verdict: QualityVerdict;
  /** What the service found least good about it. */
  least: string;
}

/** Of what the page lets through the service is to call poor one in twenty at most. */
const LEAST_NOT_REFUSED = 0.95;

/** How much is looked at. */
export interface CapturedCount {
  /** Worded pages, beside all cards and passports that judge. */
  pages: number;
  /** Photographs of each. */
  photos: number;
}

/**
 * Whether the page of a link and the service agree on photographs, of pages that set no threshold of either: what the page lets through the service is not to call
 * poor, and what the service calls good is not to be held up.
 */
export const measureCaptured = ({ pages, photos }: CapturedCount) =>
  async function measureCapturedPictures(): Promise<Measured> {
    const { ocr } = await openOcr(process.env['OCR_MODELS'], 2);
    const random = createRandom(0xca97);
    const answers: CapturedPicture[] = [];
    for await (const { name, picture } of printedPages('judge', pages)) {
      for (let photo = 0; photo < photos; photo++) {
        const bytes = await handHeld(picture, random);
        const [advice, judged] = [await adviceInBrowser(bytes), await judgedBy(await sentByBrowser(bytes), ocr)];
        answers.push({ file: `${name}, photograph ${photo}`, heldOut: false, advice, ...judged });
      }
    }
    return measured('Advice before sending', answers, figuresOf, detailsOf);
  };

/** A photograph as people take them: most are well, some are not. */
async function handHeld(page: Parameters<typeof photographed>[0], random: Random): Promise<Buffer> {
  const between = (least: number, most: number): number => least + (most - least) * random.next();
  const lamp = { at: [between(0.3, 0.7), between(0.3, 0.7)] as const, radius: between(0.04, 0.14), strength: 300 };
  const photo = await photographed(page, {
    ...{ degrees: between(-4, 4), perspective: between(0, 0.05), noise: between(1, 6), quality: random.whole(70, 92) },
    ...{ blur: random.chance(0.5) ? 0 : between(0.5, 4), seed: random.whole(1, 1e6) },
    ...(random.chance(0.2) && { glare: lamp }),
  });
  const light = random.chance(0.2) ? between(0.25, 0.6) : between(0.8, 1);
  return sharp(photo).linear(light).jpeg().toBuffer();
}

/** What the service says of a picture, as the page sends it. */
async function judgedBy(bytes: Buffer, ocr: Ocr): Promise<Pick<CapturedPicture, 'verdict' | 'least'>> {
  const document = await readDocument(bytes, { ocr });
  try {
    const { verdict, pages } = await judgeQuality(document);
    const checks = pages.flatMap((page) => Object.entries(page.checks));
    const [least] = checks.sort(([, one], [, other]) => one.score - other.score);
    return { verdict, least: least ? `${least[0]} ${least[1].measured.toFixed(3)}` : 'no text' };
  } finally {
    await document.close();
  }
}

function figuresOf(answers: readonly CapturedPicture[]): AccuracyFigure[] {
  const letThrough = answers.filter(({ advice }) => advice.length === 0);
  const good = answers.filter(({ verdict }) => verdict === 'good');
  return [
    {
      ...share(
        'capture: not refused of what the page lets through',
        letThrough.map(({ verdict }) => verdict !== 'poor'),
      ),
      least: LEAST_NOT_REFUSED,
    },
    share(
      'capture: let through of what the service calls good',
      good.map(({ advice }) => advice.length === 0),
    ),
  ];
}

const detailsOf = (answers: readonly CapturedPicture[]): string[] =>
  answers
    .filter(({ advice, verdict }) => (advice.length === 0) !== (verdict !== 'poor'))
    .map(({ file, advice, verdict, least }) => `${file}: ${advice.join() || 'let through'}, ${verdict} (${least})`);
