import type { Box, Page, Place, Raster, ReadDocument } from '../reading/page.js';
import { cutOut, resized } from '../reading/raster.js';
import { parseAamva } from './aamva.js';
import type { BarcodeReading } from './barcodeReading.js';
import { scan, type ScanOptions, type Sighting } from './zxing.js';

/** Time for one document. What was found until then is what is returned. */
const MOST_MILLISECONDS = 6000;

/** Longest side a page is scanned at; a PDF417 of a card has modules of two pixels and more there. */
const LONGEST_SIDE = 3000;
/** Pages with a longest side below this are also scanned at twice their size. */
const SMALL = 1600;
/** Longest side a cut-out is enlarged to. */
const LARGEST_CUT = 4000;

/**
 * Symbols that lie askew by more than about ten degrees are not seen at all, so a page is also looked at askew: not where a program drew it,
 * which takes most of the time that such a page takes.
 */
const ASKEW = [15, -15] as const;

/** Ways a symbol that was seen is cut out and scanned again, until two ways agree. Turns are added to its own. */
const CLOSER: readonly ScanOptions[] = [
  { scale: 1 },
  { scale: 2 },
  { scale: 1.5, blur: 0.7 },
  { scale: 2, turn: 2 },
  { scale: 2, turn: -2 },
  { scale: 3 },
];

/** Space left around a symbol that is cut out, as a share of its size. */
const QUIET_ZONE = 0.12;

const WHOLE: Box = [0, 0, 1, 1];

/** A symbol on the page. */
interface Seen {
  format: BarcodeReading['format'];
  /** With the quiet zone around it. */
  box: Box;
  /** Degrees, clockwise. */
  turn: number;
  /** What it says, where it could be decoded at once. */
  text?: string;
}

/** Reads the PDF417 and QR symbols of a document, and the driving licence data in them. */
export async function readBarcodes(document: ReadDocument): Promise<BarcodeReading[]> {
  const deadline = performance.now() + MOST_MILLISECONDS;
  const readings: BarcodeReading[] = [];
  for (const page of document.pages) {
    if (performance.now() > deadline) break;
    readings.push(...(await readPage(page, deadline)));
  }
  return readings;
}

async function readPage(page: Page, deadline: number): Promise<BarcodeReading[]> {
  const raster = await bounded(await page.raster());
  const readings: BarcodeReading[] = [];
  for (const seen of await findSymbols(raster, page.drawn ? [] : ASKEW, deadline)) {
    const decoded = await decode(raster, seen, deadline);
    if (!decoded) continue;
    const { format, box, text } = decoded;
    const aamva = format === 'PDF417' ? parseAamva(text) : undefined;
    readings.push({ format, page: page.number, box, text, ...(aamva && { aamva }) });
  }
  return readings;
}

async function bounded(raster: Raster): Promise<Raster> {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(raster.width, raster.height));
  return resized(raster, Math.round(raster.width * shrink), Math.round(raster.height * shrink));
}

async function findSymbols(raster: Raster, askew: readonly number[], deadline: number): Promise<Seen[]> {
  const ways: ScanOptions[] = [{}];
  if (Math.max(raster.width, raster.height) < SMALL) ways.push({ scale: 2 });
  ways.push(...askew.map((turn) => ({ turn })));
  for (const way of ways) {
    const seen = await look(raster, WHOLE, way);
    if (seen.length > 0) return seen;
    if (performance.now() > deadline) break;
  }
  return [];
}

/**
 * What a symbol says. The error correction of a PDF417 lets through a wrong text now and then where the symbol is blurred, so one counts
 * only when two ways of scanning it agree.
 */
async function decode(raster: Raster, seen: Seen, deadline: number): Promise<(Seen & { text: string }) | undefined> {
  const said = new Set(seen.text === undefined ? [] : [seen.text]);
  if (seen.format === 'QRCode' && seen.text !== undefined) return { ...seen, text: seen.text };
  for (const way of CLOSER) {
    if (performance.now() > deadline) break;
    const again = await look(raster, seen.box, { ...way, turn: (way.turn ?? 0) - seen.turn });
    const text = again.find((other) => other.format === seen.format && other.text !== undefined);
    if (text?.text === undefined) continue;
    if (seen.format === 'QRCode' || said.has(text.text)) return { ...text, text: text.text };
    said.add(text.text);
  }
  return undefined;
}

/** Scans a part of the page in one way and says where on the page what it sees stands. */
async function look(raster: Raster, within: Box, way: ScanOptions): Promise<Seen[]> {
  const part = await cutOut(raster, within);
  const { turn = 0 } = way;
  const scale = Math.min(way.scale ?? 1, Math.max(1, LARGEST_CUT / Math.max(part.width, part.height)));
  const { width, height, sightings } = await scan(part, { ...way, scale });
  const angle = (-turn * Math.PI) / 180;
  const onPage = ({ x, y }: { x: number; y: number }): Place => {
    // The turned picture has the same centre as the part.
    const [dx, dy] = [x - width / 2, y - height / 2];
    const px = (dx * Math.cos(angle) - dy * Math.sin(angle)) / scale / part.width + 0.5;
    const py = (dx * Math.sin(angle) + dy * Math.cos(angle)) / scale / part.height + 0.5;
    return [within[0] + px * within[2], within[1] + py * within[3]];
  };
  return sightings.map(({ format, isValid, text, position }) => ({
    format: format === 'PDF417' ? 'PDF417' : 'QRCode',
    box: boundsOf((format === 'PDF417' ? cornersByLeftEdge(position) : Object.values(position)).map(onPage)),
    turn: turnOf(position) - turn,
    ...(isValid && { text }),
  }));
}

/** A PDF417 of which only the left edge was seen is taken to be this many times as long as high; none is longer. */
const LONGEST_SHAPE = 8;

interface Point {
  x: number;
  y: number;
}

/**
 * The corners of a PDF417 by its left edge and the farthest corner to the right: the right edge is often guessed where a symbol lies
 * askew, and given as the origin where it was not seen.
 */
function cornersByLeftEdge({ topLeft, bottomLeft, topRight, bottomRight }: Sighting['position']): Point[] {
  const down = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const height = Math.max(1, Math.hypot(down.x, down.y));
  const right = { x: down.y / height, y: -down.x / height };
  const reach = ({ x, y }: Point): number =>
    x === 0 && y === 0 ? LONGEST_SHAPE * height : (x - topLeft.x) * right.x + (y - topLeft.y) * right.y;
  const width = Math.max(reach(topRight), reach(bottomRight));
  const across = ({ x, y }: Point): Point => ({ x: x + right.x * width, y: y + right.y * width });
  return [topLeft, across(topLeft), across(bottomLeft), bottomLeft];
}

/** The turn by the left edge: the right one is often guessed where a symbol lies askew. */
function turnOf({ topLeft, bottomLeft }: Sighting['position']): number {
  return (Math.atan2(bottomLeft.y - topLeft.y, bottomLeft.x - topLeft.x) * 180) / Math.PI - 90;
}

/** The upright box around places with a quiet zone, within the page. */
function boundsOf(places: readonly Place[]): Box {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const around = (values: readonly number[]): [number, number] => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = QUIET_ZONE * (most - least);
    return [Math.max(0, least - margin), Math.min(1, most + margin)];
  };
  const [[left, right], [top, bottom]] = [around(xs), around(ys)];
  return [left, top, right - left, bottom - top];
}
