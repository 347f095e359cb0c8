/** Marker codes of a JPEG file (ITU-T T.81, table B.1). */
const MARKER = { quantisation: 0xdb, scan: 0xda, baseline: 0xc0, progressive: 0xc2 } as const;
/** Segments before the picture that are looked through. */
const MOST_SEGMENTS = 200;

/** Where the coefficient that stands at a place of the zigzag belongs in a block, row by row (ITU-T T.81, figure A.6). */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
] as const;

/** The steps that a JPEG's brightness was rounded to, 64 row by row; undefined where the file does not say, or is no JPEG of 8 bits. */
export function quantisationOf(bytes: Uint8Array): readonly number[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables: number[][] = [];
  let used = 0;
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS && at + 4 <= view.byteLength; segment++) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > view.byteLength) return undefined;
    if (marker === MARKER.quantisation) readTables(view, at + 4, end, tables);
    // The first component is brightness; the fourth byte of its entry, the ninth of the frame, names its table.
    if (marker >= MARKER.baseline && marker <= MARKER.progressive && length > 10) {
      if (![1, 3].includes(view.getUint8(at + 9))) return undefined; // of four, which are for print, the first is a colour
      used = view.getUint8(at + 12);
    }
    if (marker === MARKER.scan) return tables[used];
    at = end;
  }
  return undefined;
}

function readTables(view: DataView, start: number, end: number, tables: number[][]): void {
  let at = start;
  while (at < end) {
    const wide = view.getUint8(at) >> 4 === 1;
    const number = view.getUint8(at) & 15;
    at++;
    if (at + (wide ? 128 : 64) > end) return;
    const table = new Array<number>(64).fill(1);
    ZIGZAG.forEach((place, index) => {
      table[place] = Math.max(1, wide ? view.getUint16(at + 2 * index) : view.getUint8(at + index));
    });
    tables[number] = table;
    at += wide ? 128 : 64;
  }
}

/** Steps for brightness that the standard proposes (ITU-T T.81, table K.1), row by row. */
const PROPOSED = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
] as const;

/** The steps of a quality from 1 to 100, as the Independent JPEG Group's library scales those of the standard. */
export function stepsOfQuality(quality: number): number[] {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return PROPOSED.map((step) => Math.max(1, Math.min(255, Math.floor((step * scale + 50) / 100))));
}
