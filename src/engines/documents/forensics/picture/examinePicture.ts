import { type CheckCode, checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import type { Page, ReadDocument } from '../../reading/page.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { orNotRun } from '../orNotRun.js';
import { groundDiffers } from './groundDiffers.js';
import { paperDiffers } from './paperDiffers.js';
import { partResized } from './partResized.js';
import { printDiffers } from './printDiffers.js';
import { savedDifferently } from './savedDifferently.js';

/**
 * Looks for traces of editing in what the pages of a document look like: where they are pictures, and where their text was recognised.
 * What was changed, printed and photographed as a whole leaves few of them.
 */
export async function examinePicture(
  bytes: Uint8Array,
  { facts, pages }: Pick<ReadDocument, 'facts' | 'pages'>,
  limits: ForensicLimits,
): Promise<DocumentCheck[]> {
  const pictures = pages.slice(0, limits.max_pages).filter(({ source }) => source === 'ocr');
  if (pictures.length === 0) return [];
  const [first] = pictures;
  const onEach = (code: keyof typeof SENTENCES, look: (page: Page) => Promise<DocumentCheck[] | undefined>) =>
    orNotRun(code, async () => {
      const found: (DocumentCheck[] | undefined)[] = [];
      for (const page of pictures) found.push(await look(page));
      return told(code, found);
    });
  return [
    ...(await onEach('ground_differs_at_value', async (page) =>
      groundDiffers(page.number, await page.raster(), page.lines),
    )),
    ...(await orNotRun('part_saved_differently', async () => {
      const isJpeg = facts.mime_type === 'image/jpeg';
      return told('part_saved_differently', [
        isJpeg && first ? await savedDifferently(bytes, first, limits) : undefined,
      ]);
    })),
    ...(await orNotRun('part_resized', async () =>
      told('part_resized', [first && (await partResized(bytes, facts.mime_type, first, limits))]),
    )),
    ...(await onEach('print_differs_at_value', printDiffers)),
    ...(await onEach('paper_differs_at_value', paperDiffers)),
  ];
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

/** What was found on all pages; those on which nothing could be looked at are undefined. */
function told(code: keyof typeof SENTENCES, pages: readonly (DocumentCheck[] | undefined)[]): DocumentCheck[] {
  const found = pages.flatMap((checks) => checks ?? []);
  if (found.length > 0) return found;
  const [passed, notRun] = SENTENCES[code];
  return pages.some(Boolean) ? [checkOf(code, 'passed', passed)] : [checkOf(code, 'not_run', notRun)];
}
