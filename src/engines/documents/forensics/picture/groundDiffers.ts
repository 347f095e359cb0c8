import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { greyImage } from '../../quality/greyImage.js';
import type { Box, Line, Raster } from '../../reading/page.js';
import { boxOf } from '../place.js';
import { type GroundMap, groundMap, type Rectangle } from './groundMap.js';
import { calmestPatch, contrastElsewhere, contrastOf, type Patch } from './patches.js';

/** What is known of a line of text here. */
export type PlacedLine = Pick<Line, 'text' | 'box'>;

/** Height of a line that a page is looked at with, in pixels, and pixels of it at most: some 80 ms of work. */
const LINE_HEIGHT = 24;
const MOST_PIXELS = 800_000;
/** Lines that are looked at on a page: the tallest, where values are. */
const MOST_LINES = 60;
/** Characters of a line, and how many times as wide as high it is: what is shorter has too little ground. */
const SHORTEST = 5;
const NARROWEST = 2;
/** Height of a patch, in pixels of the page as it is looked at: patterns have gaps as high as small print. */
const LOWEST = 15;
/** Patches that are as this share of the lines or more belong to how the page is made. */
const DESIGNED = 0.25;

/**
 * How much livelier the ground outside of a patch must be than that within, and how many times as much that must be as anywhere else on the
 * page. Set on copies of cards and pages, and on real scans, that nobody changed; how often they reach each is in docs/checks.md.
 */
const STRONG = { contrast: 1.6, against: 1.35 } as const;
const MODERATE = { contrast: 1.2, against: 1.15 } as const;

/** The patch around a line that stands out from a page. */
export interface OddPatch {
  line: PlacedLine;
  /** In fractions of the page. */
  box: Box;
  contrast: number;
  /** The highest contrast that there is apart from it, 1 at least. */
  elsewhere: number;
}

/**
 * A value whose ground is calmer than the ground around it ends at straight edges, and nothing else on the page is like that: the pattern, the
 * grain of the paper or the noise of the picture stops, as where something was painted over or pasted in. Local noise that differs is a
 * trace of both (B. Mahdian and S. Saic, "Using Noise Inconsistencies for Blind Image Forensics", 2009).
 */
export async function groundDiffers(
  page: number,
  raster: Raster,
  lines: readonly PlacedLine[],
): Promise<DocumentCheck[] | undefined> {
  const odd = await oddestPatch(raster, lines);
  if (odd === 'blank') return undefined;
  const weight = odd && weightOf(odd);
  if (!odd || !weight) return [];
  const detail = 'The ground under a value is calmer than all around it, up to straight edges, and nowhere else.';
  return [checkOf('ground_differs_at_value', 'failed', detail, { weight, page, box: odd.box })];
}

function weightOf({ contrast, elsewhere }: OddPatch): 'strong' | 'moderate' | undefined {
  const reaches = (least: { contrast: number; against: number }): boolean =>
    contrast >= least.contrast && contrast >= least.against * elsewhere;
  return reaches(STRONG) ? 'strong' : reaches(MODERATE) ? 'moderate' : undefined;
}

/** The patch that stands out most; undefined where none does, `blank` where no line stands on ground that could tell. */
export async function oddestPatch(
  raster: Raster,
  lines: readonly PlacedLine[],
): Promise<OddPatch | undefined | 'blank'> {
  const looked = lines
    .filter(isLookedAt(raster))
    .sort((one, other) => other.box[3] - one.box[3])
    .slice(0, MOST_LINES);
  const map = await mapOf(raster, looked);
  const usual = usualGround(map, looked);
  if (usual < BLANK) return 'blank';
  const judged = looked.flatMap((line): JudgedLine[] => {
    const patch = calmestPatch(map, rectangleOf(line.box, map), CALM * usual);
    return patch ? [{ line, patch, contrast: contrastOf(patch) }] : [];
  });
  const odd = judged.filter(isOdd).sort((one, other) => other.contrast - one.contrast);
  const [first] = odd;
  if (!first || odd.length > Math.max(1, DESIGNED * looked.length)) return undefined;
  const apart = odd.map(({ patch }) => patch.rectangle);
  const others = judged.filter((one) => !odd.includes(one)).map(({ contrast }) => contrast);
  return {
    ...{ line: first.line, box: boxOf(first.patch.rectangle, map), contrast: first.contrast },
    elsewhere: Math.max(1, contrastElsewhere(map, first.patch, apart), ...others),
  };
}

/** Variation of the ground near lines, in grey levels, below which a page is blank: half of that is rounding. */
const BLANK = 0.4;
/** Share of what is usual on a page below which ground is calm. */
const CALM = 0.9;

/** How much the ground varies at half of the lines at least, as far around as they are high. */
function usualGround(map: GroundMap, lines: readonly PlacedLine[]): number {
  const varied = lines.map((line) => {
    const [left, top, right, bottom] = rectangleOf(line.box, map);
    const reach = bottom - top;
    const near: Rectangle = [
      ...([Math.max(0, left - reach), Math.max(0, top - reach)] as const),
      ...([Math.min(map.width, right + reach), Math.min(map.height, bottom + reach)] as const),
    ];
    return Math.sqrt(map.within(near).energy);
  });
  return varied.sort((one, other) => one - other)[varied.length >> 1] ?? 0;
}

interface JudgedLine {
  line: PlacedLine;
  patch: Patch;
  contrast: number;
}

const isOdd = ({ patch: { rectangle }, contrast }: JudgedLine): boolean =>
  contrast >= MODERATE.contrast && rectangle[3] - rectangle[1] >= LOWEST;

async function mapOf(raster: Raster, lines: readonly PlacedLine[]): Promise<GroundMap> {
  const { width, height } = raster;
  const heights = lines.map(({ box }) => box[3] * height).sort((one, other) => one - other);
  const typical = heights[heights.length >> 1] ?? LINE_HEIGHT;
  const scale = Math.min(1, LINE_HEIGHT / typical, Math.sqrt(MOST_PIXELS / (width * height)));
  return groundMap(await greyImage(raster, { most: { longSide: Math.round(Math.max(width, height) * scale) } }));
}

const isLookedAt =
  ({ width, height }: Raster) =>
  ({ text, box }: PlacedLine): boolean =>
    text.length >= SHORTEST && box[2] * width >= NARROWEST * box[3] * height;

const rectangleOf = ([x, y, w, h]: Box, { width, height }: { width: number; height: number }): Rectangle => [
  Math.round(x * width),
  Math.round(y * height),
  Math.round((x + w) * width),
  Math.round((y + h) * height),
];
