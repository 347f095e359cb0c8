import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page } from '../../src/engines/documents/reading/page.js';
import { DESIGNS, type Design, type PageUse } from './design.js';
import { readPages, type WordedPage } from './page.js';
import { setPages } from './setPage.js';
import { truthOf, type Truth } from './truth.js';
import { wordsOfPdf } from './words.js';

export type { PageUse } from './design.js';

/** A page of an invented issuer, set in one design: lines of words with their places, as the reader of text layers finds them. */
export interface PageOfWords {
  /** The `context_id` of its document type; `null` for a page of no type. */
  type: string | null;
  language: string;
  design: string;
  issuer: string;
  /** Pages for fitting and pages for judging share neither issuer nor design. */
  use: PageUse;
  /** What is printed on it that a field of its type asks for, normalised. */
  fields: Truth;
  pages: Page[];
}

/** Which pages. All of them when nothing is said. */
export interface PageChoice {
  types?: readonly (string | null)[];
  use?: PageUse;
  /** At most so many designs of each page; all that its use has when absent. */
  designs?: number;
}

const TEXTS = new URL('./texts/', import.meta.url);
const PRESETS = new URL('../../presets/', import.meta.url);

/**
 * Pages of the shipped document types, and of none, for what looks at words and places: many are set and read at once, which
 * takes a few milliseconds for each. Types that are not shipped have none.
 * @throws Error when a page holds more than fits on one
 */
export async function* pagesOfWords(choice: PageChoice = {}): AsyncGenerator<PageOfWords> {
  const all = [...chosenPages(choice)];
  for (const design of DESIGNS) {
    const chosen = all.filter((page) => page.design === design);
    if (chosen.length === 0) continue;
    // A roll is as long as what is on it, so each is a file of its own.
    for (const together of design.shape === 'roll' ? chosen.map((one) => [one]) : [chosen]) {
      const words = await wordsOfPdf(
        await setPages(
          together.map(({ page }) => page),
          design,
        ),
      );
      if (words.length !== together.length) throw new Error(`A page in the design ${design.name} takes two`);
      for (const [index, { page, ...known }] of together.entries()) {
        yield { ...known, design: design.name, pages: [{ ...words[index]!, number: 1 }] };
      }
    }
  }
}

/** A worded page in one design. */
export interface PdfOfPage {
  name: string;
  bytes: Uint8Array;
}

/** The worded pages as PDFs, each page in one design of its shape, one after the other. The same in every run. */
export async function* pdfsOfWordedPages(): AsyncGenerator<PdfOfPage> {
  let count = 0;
  for (const { page } of wordedPages()) {
    const designs = DESIGNS.filter(({ shape }) => shape === page.shape);
    const design = designs[count++ % designs.length];
    if (design) yield { name: `${page.issuer}, ${design.name}`, bytes: await setPages([page], design) };
  }
}

/** So many of the worded pages for one use, from all over them, in designs of that use. The same in every run. */
export async function* somePdfsOf(use: PageUse, count: number): AsyncGenerator<PdfOfPage> {
  const all = [...wordedPages()].filter((one) => one.use === use);
  const every = Math.max(1, Math.floor(all.length / count));
  for (const [index, { page }] of all
    .filter((_, at) => at % every === 0)
    .slice(0, count)
    .entries()) {
    const designs = designsOf(page, use);
    const design = designs[index % designs.length];
    if (design) yield { name: `${page.issuer}, ${design.name}`, bytes: await setPages([page], design) };
  }
}

type ChosenPage = Omit<PageOfWords, 'pages' | 'design'> & { page: WordedPage; design: Design };

function* chosenPages(choice: PageChoice): Generator<ChosenPage> {
  for (const { page, use } of wordedPages()) {
    if (choice.use && choice.use !== use) continue;
    if (choice.types && !choice.types.includes(page.type)) continue;
    const { type, language, issuer } = page;
    const schema = type === null ? {} : schemaOf(type);
    if (!schema) continue;
    const fields = truthOf(page, schema);
    for (const design of designsOf(page, use).slice(0, choice.designs)) {
      yield { type, language, issuer, use, fields, page, design };
    }
  }
}

/**
 * Every worded page with its use. Of the issuers of a type every third is for judging, beginning with the second; one
 * issuer's pages are all for the same.
 */
function* wordedPages(): Generator<{ page: WordedPage; use: PageUse }> {
  const issuers = new Map<string, PageUse>();
  const counts = new Map<string | null, number>();
  for (const file of readdirSync(TEXTS).sort()) {
    for (const page of readPages(readFileSync(new URL(file, TEXTS), 'utf8'))) {
      let use = issuers.get(page.issuer);
      if (!use) {
        const count = counts.get(page.type) ?? 0;
        counts.set(page.type, count + 1);
        use = count % 3 === 1 ? 'judge' : 'fit';
        issuers.set(page.issuer, use);
      }
      yield { page, use };
    }
  }
}

const designsOf = ({ shape }: WordedPage, use: PageUse): Design[] =>
  DESIGNS.filter((design) => design.shape === shape && design.use === use);

/** `undefined` for a type that is not shipped. */
function schemaOf(type: string): { [field: string]: string } | undefined {
  const file = new URL(`${type}.json`, PRESETS);
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { output_schema: { [field: string]: string } }).output_schema;
}
