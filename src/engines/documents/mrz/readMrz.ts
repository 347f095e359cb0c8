import type { Line, Page, ReadDocument } from '../reading/page.js';
import { createMrzFinder, type MrzFinder } from './findMrz.js';
import { columnsOf, lookAlong, readAround, suspectRows } from './lookAgain.js';
import type { FoundMrz } from './mrzEvidence.js';
import type { MrzLayout } from './mrzLayout.js';
import type { MrzReading } from './mrzReading.js';
import { doubtfulFields } from './doubtfulFields.js';
import { mrzPieces, mrzRows, tiltOf, type MrzRow } from './mrzRows.js';
import type { ReadingFrame } from './readingFrame.js';
import { toReading } from './toReading.js';

/** Zones looked for on one page: both sides of two cards. */
const ZONES_PER_PAGE = 4;

/** A line this many times higher than wide runs down the page. */
const VERTICAL = 3;

/** Rows read with less than this are read again: fillers and the names between them are what suffers. */
const SURE = 0.85;

/** Cuts at which rows are read again, as a share of their height. One after the other until nothing is left in doubt. */
const CUTS = [1, 0.85, 1.15];
/** Where no zone was found after this many of them there is none, or too little of it is left. */
const ENOUGH = 2;

/** Characters in the longest line of a zone: passports and large visas. */
const LONGEST_LINE = 44;

/**
 * Reads the machine-readable zones of a document: from the lines already read, and where those leave a doubt, from the place of the zone
 * read again with only the characters that a zone can have. A page without rows of fillers costs nothing more.
 * @param today decides the century of two-digit years
 */
export async function readMrz(document: ReadDocument, { today = new Date() } = {}): Promise<MrzReading[]> {
  const finder = createMrzFinder(today);
  const readings: MrzReading[] = [];
  for (const page of document.pages) readings.push(...(await readPage(page, finder)));
  return readings;
}

async function readPage(page: Page, finder: MrzFinder): Promise<MrzReading[]> {
  const readings: MrzReading[] = [];
  for (const frame of framesOf(page)) {
    const lines = frame.turn === 0 ? page.lines : page.lines.filter((line) => isVertical(line, page));
    let pieces = mrzPieces(lines, frame);
    while (readings.length < ZONES_PER_PAGE) {
      const found = await findSurely(page, frame, pieces, finder);
      if (!found) break;
      readings.push(toReading(found, page, frame));
      pieces = pieces.filter((piece) => !standsIn(piece, found));
    }
  }
  return readings;
}

/** The page as it stands, and turned either way where it has text that runs down it and may be a zone. */
function framesOf(page: Page): ReadingFrame[] {
  const sideways = page.lines.some((line) => isVertical(line, page) && line.text.includes('<'));
  const turns = sideways ? ([0, 90, 270] as const) : ([0] as const);
  return turns.map((turn) => ({
    width: page.width,
    height: page.height,
    turn,
    tilt: tiltOf(page.lines, { turn }),
  }));
}

function isVertical({ box: [, , width, height] }: Line, page: Page): boolean {
  return height * page.height > VERTICAL * width * page.width;
}

async function findSurely(
  page: Page,
  frame: ReadingFrame,
  seen: readonly MrzRow[],
  finder: MrzFinder,
): Promise<FoundMrz | undefined> {
  let pieces = seen;
  let looks = 0;
  let rows = mrzRows(seen);
  let found = finder(rows);
  if (page.source === 'text_layer') return found;
  const add = (lines: readonly Line[], cut = 1): void => {
    const more = mrzPieces(lines, frame, ++looks).map((piece) => ({ ...piece, height: piece.height / cut }));
    pieces = [...pieces, ...more];
    rows = [...rows, ...mrzRows(more)];
    found = finder(rows) ?? found;
  };
  if (!found && suspectRows(pieces).length > 0) add(await readAround(page, frame, suspectRows(pieces)));
  const lookAt = async (cut: number): Promise<void> => {
    const along = found?.rows ?? suspectRows(pieces);
    if (along.length > 0)
      add(await lookAlong(page, frame, along, found ? columnsToLookAt(found) : columnsOf(along), cut), cut);
  };
  if (found && isSure(found) && isBeyondDoubt(found)) return found;
  for (const [index, cut] of CUTS.entries()) {
    if (!found && index === ENOUGH) break;
    await lookAt(cut);
    if (found && isBeyondDoubt(found)) break;
  }
  return found;
}

/** Every check digit holds as it was read, the names are in order, and nothing would have to be left out. */
function isBeyondDoubt(found: FoundMrz): boolean {
  const { parsed, exchanges, cleaned } = found;
  return parsed.valid && exchanges.length + cleaned === 0 && doubtfulFields(found).length === 0;
}

/** Nothing suggests that a name, which no check digit covers, was misread or that a line goes on. */
function isSure({ rows, layout }: FoundMrz): boolean {
  return rows.every(
    (row, line) => row.confidence >= SURE && !row.gap && row.text.length === layout.lines[line]?.length,
  );
}

/** Visas have no composite, so a long one of which the fillers at the end were lost looks like a short one. */
function mayBeLonger(rows: readonly MrzRow[], { format, lines }: MrzLayout): boolean {
  return format.startsWith('MRV') && rows.some((row) => row.text.length < (lines[0]?.length ?? 0));
}

function columnsToLookAt({ rows, layout }: FoundMrz): number {
  return mayBeLonger(rows, layout) ? LONGEST_LINE : (layout.lines[0]?.length ?? 0);
}

/** Whether a piece stands where a zone was found. */
function standsIn(piece: MrzRow, { rows }: FoundMrz): boolean {
  const height = Math.max(...rows.map((row) => row.height));
  const top = Math.min(...rows.map((row) => row.middle)) - height;
  const bottom = Math.max(...rows.map((row) => row.middle)) + height;
  const right = Math.max(...rows.map((row) => row.right));
  return (
    piece.middle > top &&
    piece.middle < bottom &&
    piece.right > Math.min(...rows.map((row) => row.left)) &&
    piece.left < right
  );
}
