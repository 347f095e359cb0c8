import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { openPdf } from '../../reading/openPdf.js';
import type { Box, Word } from '../../reading/page.js';
import { revisionEnds } from '../../reading/pdfRevisions.js';
import { pageWords, textRotation } from '../../reading/pdfText.js';
import { around } from '../../reading/textLines.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { nothingFound } from '../nothingFound.js';

/** Earlier revisions that are opened: the first one, and the last ones. */
const MOST_REVISIONS = 4;
/** Changes that are told of a page, and words of each. */
const MOST_RUNS = 5;
const MOST_WORDS = 12;

/** Words of the pages that are looked at, by the object that each is: pages keep it when others are put before them. */
interface PageTexts {
  pages: Map<string, { page: number; words: Word[] }>;
  /** How many pages there are. */
  all: number;
}

/**
 * Whether an update of a PDF changed what a page says that was there before. Signatures and filled-in forms are annotations, and no text
 * of the page; what is only added to a page weighs less than what is gone from it.
 */
export async function changedText(
  bytes: Uint8Array,
  last: PDFDocumentProxy,
  limits: ForensicLimits,
): Promise<DocumentCheck[]> {
  const ends = chosen(revisionEnds(bytes).slice(0, -1));
  if (ends.length === 0) return [checkOf('pdf_text_changed', 'passed', 'The PDF was written at once.')];
  const revisions: PageTexts[] = [];
  for (const end of ends) {
    const texts = await textsOfRevision(bytes.subarray(0, end), limits);
    if (texts) revisions.push(texts);
  }
  if (revisions.length === 0) {
    return [checkOf('pdf_text_changed', 'not_run', 'No earlier revision of the PDF can be opened by itself.')];
  }
  revisions.push(await textsOf(last, limits));
  const changes = revisions.slice(1).flatMap((after, index) => changesBetween(revisions[index]!, after));
  if (changes.length > 0) return changes.sort((one, other) => Number(other.weight === 'strong') - Number(one.weight === 'strong')); // prettier-ignore
  // A page that was beyond those that are looked at in any revision was not compared with what it was or became there.
  const all = Math.max(...revisions.map((revision) => revision.all));
  const looked = Math.min(all, limits.max_pages);
  return [nothingFound('pdf_text_changed', 'What was added to the PDF changed the text of no page.', { looked, all })];
}

/** The first one and the last ones: what comes between is compared through them. */
const chosen = (ends: readonly number[]): number[] =>
  ends.length <= MOST_REVISIONS ? [...ends] : [ends[0]!, ...ends.slice(1 - MOST_REVISIONS)];

async function textsOfRevision(bytes: Uint8Array, limits: ForensicLimits): Promise<PageTexts | undefined> {
  let pdf: PDFDocumentProxy | undefined;
  try {
    pdf = await openPdf(bytes, limits);
    return await textsOf(pdf, limits);
  } catch {
    return undefined;
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

async function textsOf(pdf: PDFDocumentProxy, { max_pages }: ForensicLimits): Promise<PageTexts> {
  const pages: PageTexts['pages'] = new Map();
  for (let number = 1; number <= Math.min(pdf.numPages, max_pages); number++) {
    const page = await pdf.getPage(number);
    const ref = page.ref;
    pages.set(ref ? `${ref.num} ${ref.gen}` : `page ${number}`, { page: number, words: await wordsOf(page) });
  }
  return { pages, all: pdf.numPages };
}

async function wordsOf(page: PDFPageProxy): Promise<Word[]> {
  const text = await page.getTextContent();
  return pageWords(text, page.getViewport({ scale: 1, rotation: textRotation(text, page) }));
}

function changesBetween(before: PageTexts, after: PageTexts): DocumentCheck[] {
  return [...before.pages].flatMap(([page, { words }]) => {
    const now = after.pages.get(page);
    return now ? changesOfPage(words, now.words, now.page) : [];
  });
}

function changesOfPage(before: readonly Word[], after: readonly Word[], page: number): DocumentCheck[] {
  const gone = without(before, after);
  const added = without(after, before);
  if (gone.length + added.length === 0 || inOneText(before) === inOneText(after)) return [];
  if (gone.length > 0) {
    const detail = 'An update of the PDF changed text of a page that was there before.';
    return runsOf(gone, before).map((run) => {
      const box = run.map((word) => word.box).reduce(around);
      const instead = added.filter((word) => areOnePlace(word.box, box));
      return checkOf('pdf_text_changed', 'failed', detail, { page, box, values: [inText(run), inText(instead)] });
    });
  }
  const detail =
    'An update of the PDF added text to a page that was there before. Stamps and page numbers do that too.';
  return runsOf(added, after).map((run) => {
    const box = run.map((word) => word.box).reduce(around);
    return checkOf('pdf_text_changed', 'failed', detail, { page, box, values: ['', inText(run)], weight: 'moderate' });
  });
}

/** Words that follow each other on the page, together; the first few of them. */
function runsOf(some: readonly Word[], page: readonly Word[]): Word[][] {
  const places = new Map(page.map((word, index) => [word, index]));
  const runs: Word[][] = [];
  for (const word of some) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && places.get(word)! - places.get(last)! === 1 && run.length < MOST_WORDS) run.push(word);
    else runs.push([word]);
  }
  return runs.slice(0, MOST_RUNS);
}

const areOnePlace = (one: Box, other: Box): boolean =>
  one[0] < other[0] + other[2] && other[0] < one[0] + one[2] &&
  one[1] < other[1] + other[3] && other[1] < one[1] + one[3]; // prettier-ignore

/** Words of `some` that `others` has not, each counted as often as it is there. Where they stand does not matter: writers set them anew. */
function without(some: readonly Word[], others: readonly Word[]): Word[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return some.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** The characters of a page whatever way they are split into words. */
const inOneText = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

const inText = (words: readonly Word[]): string =>
  words.map(({ text }) => text).join(' ').slice(0, 200); // prettier-ignore
