import type { Page, ReadDocument } from '../reading/page.js';
import { findMrz } from './findMrz.js';
import type { FoundMrz } from './mrzEvidence.js';
import type { MrzField, MrzFieldName, MrzReading } from './mrzReading.js';
import { mrzRows, type ReadingFrame } from './mrzRows.js';
import { toReading } from './toReading.js';

/** Reads the machine-readable zones of a document. */
export async function readMrz(document: ReadDocument, { today = new Date() } = {}): Promise<MrzReading[]> {
  const readings: MrzReading[] = [];
  for (const page of document.pages) {
    const frame: ReadingFrame = { width: page.width, height: page.height, turn: 0 };
    const found = findMrz(mrzRows(page.lines, frame), today);
    if (found) readings.push(toReading(found, page, frame));
  }
  return readings;
}
