import { type CheckCode, checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import type { Page, ReadDocument } from '../../reading/page.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { nothingFound, type PagesLooked } from '../nothingFound.js';
import { orNotRun } from '../orNotRun.js';
import { groundDiffers } from './groundDiffers.js';
import { paperDiffers } from './paperDiffers.js';
import { partResized } from './partResized.js';
import { printDiffers } from './printDiffers.js';
import { savedDifferently } from './savedDifferently.js';
import { storedFile } from './storedFile.js';

/**
 * Looks for traces of editing in what the pages of a document look like: where they are pictures, and where their text was recognised.
 * What was changed, printed and photographed as a whole leaves few of them.
 */
export async function examinePicture(
  bytes: Uint8Array,
  { facts, pages, pages_total }: Pick<ReadDocument, 'facts' | 'pages' | 'pages_total'>,
  limits: ForensicLimits,
): Promise<DocumentCheck[]> {
  const looked = pages.slice(0, limits.max_pages);
  const pictures = looked.filter(({ source }) => source === 'ocr');
  const [first] = pictures;
  if (!first) return [];
  const file = storedFile(bytes, facts.mime_type, limits);
  const onPages = await lookedAtPages(pictures, { looked: looked.length, all: pages_total });
  return [
    ...onPages('ground_differs_at_value'),
    ...(await orNotRun('part_saved_differently', async () =>
      told('part_saved_differently', [await savedDifferently(file, first)]),
    )),
    ...(await orNotRun('part_resized', async () => told('part_resized', [await partResized(file, first)]))),
    ...onPages('print_differs_at_value'),
    ...onPages('paper_differs_at_value'),
  ];
}

/** What is looked for on each page; undefined where there is nothing on it for the method to look at. */
const ON_EACH_PAGE = {
  ground_differs_at_value: async (page: Page) => groundDiffers(page.number, await page.raster(), page.lines),
  print_differs_at_value: printDiffers,
  paper_differs_at_value: paperDiffers,
} as const satisfies { [code in CheckCode]?: (page: Page) => Promise<DocumentCheck[] | undefined> };

type OnEachPage = keyof typeof ON_EACH_PAGE;

/**
 * Page by page, so that of a long document each picture is made once. A page on which a method fails was not looked at by it; what it found
 * on the others stands.
 */
async function lookedAtPages(
  pages: readonly Page[],
  counts: PagesLooked,
): Promise<(code: OnEachPage) => DocumentCheck[]> {
  const codes = Object.keys(ON_EACH_PAGE) as OnEachPage[];
  const of = new Map(codes.map((code) => [code, { found: [] as (DocumentCheck[] | undefined)[], failed: 0 }]));
  for (const page of pages) {
    for (const [code, seen] of of) {
      try {
        seen.found.push(await ON_EACH_PAGE[code](page));
      } catch {
        seen.failed++;
      }
    }
  }
  return (code) => {
    const { found, failed } = of.get(code)!;
    return told(code, found, { ...counts, looked: counts.looked - failed });
  };
}

/** The sentences of a check that found nothing, and of one that there was nothing for to look at. */
const SENTENCES = {
  ground_differs_at_value: [
    'The ground under values is as it is around them.',
    'No value stands on ground that could tell: it is blank, or hidden by print.',
  ],
  print_differs_at_value: [
    'The dates of a page are printed alike.',
    'No page has dates enough, of one size of print and large enough, to compare how they are printed.',
  ],
  paper_differs_at_value: [
    'No value alone stands on ground that is lighter than all around it.',
    'No page has lines enough whose ground and what is around it can be seen.',
  ],
  part_resized: [
    'No part of the picture was resized by itself.',
    'The picture is small, or was saved with loss that hides it: it is neither a PNG nor a JPEG of the highest quality.',
  ],
  part_saved_differently: [
    'No part of the picture was saved before with less detail than the rest.',
    'The picture is no JPEG, or was saved with too little detail to tell.',
  ],
} as const satisfies { [code in CheckCode]?: readonly [passed: string, notRun: string] };

/** What was found on the pages; those on which there was nothing to look at are undefined. */
function told(
  code: keyof typeof SENTENCES,
  pages: readonly (DocumentCheck[] | undefined)[],
  counts: PagesLooked = { looked: 1, all: 1 },
): DocumentCheck[] {
  const found = pages.flatMap((checks) => checks ?? []);
  if (found.length > 0) return found;
  const [passed, notRun] = SENTENCES[code];
  return [pages.some(Boolean) ? nothingFound(code, passed, counts) : checkOf(code, 'not_run', notRun)];
}
