import { percentile } from '../figure.js';
import { CARDS } from './cards.js';
import type { Measured, Workbench } from './part.js';
import { RECEIPT_PICTURES } from './receipts.js';
import { ZONES } from './zones.js';

/** How long reading took; no figure, as it says as much of the machine. */
export async function measureTimes({ read }: Workbench): Promise<Measured> {
  const files = [...(await read(RECEIPT_PICTURES)), ...(await read(ZONES)), ...(await read(CARDS, { barcodes: true }))];
  const pages = files.reduce((sum, file) => sum + file.pages.length, 0);
  const median = (part: 'text' | 'machine'): string =>
    percentile(files.map(({ took }) => took[part]), 50).toFixed(0); // prettier-ignore
  const details =
    files.length === 0
      ? ['No documents found.']
      : [`text ${median('text')} ms`, `zones and barcodes ${median('machine')} ms`];
  return { title: `Times, median of ${files.length} documents (${pages} pages)`, figures: [], heldOut: [], details };
}
