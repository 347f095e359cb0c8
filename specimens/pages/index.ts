import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '../../src/engines/documents/reading/page.js';
import { DESIGNS, type Design, type PageUse } from './design.js';
import { readPages, type WordedPage } from './page.js';
import { setPage } from './setPage.js';
import { truthOf, type Truth } from './truth.js';
import { wordsOfPdf } from './words.js';

/** A page of an invented issuer, set in one design. */
export interface RenderedPage {
  /** The `context_id` of its document type; `null` for a page of no type. */
  type: string | null;
  language: string;
  design: string;
  issuer: string;
  /** Pages for fitting and pages for judging share neither issuer nor design. */
  use: PageUse;
  /** What is printed on it that a field of its type asks for, normalised. */
  fields: Truth;
  pdf: Uint8Array;
}

/** The same page without its file: lines of words with their places, as the reader of text layers finds them. */
export type PageOfWords = Omit<RenderedPage, 'pdf'> & { pages: Page[] };

/** Which pages. All of them when nothing is said. */
export interface PageChoice {
  types?: readonly (string | null)[];
  use?: PageUse;
  /** At most so many designs of each page; all that its use has when absent. */
  designs?: number;
}

const TEXTS = new URL('./texts/', import.meta.url);
const PRESETS = new URL('../../presets/', import.meta.url);

/** Renders pages of the shipped document types, and of none, one after the other. */
export async function* renderPages(choice: PageChoice = {}): AsyncGenerator<RenderedPage> {
  for (const { page, use } of wordedPages()) {
    if (choice.use && choice.use !== use) continue;
    if (choice.types && !choice.types.includes(page.type)) continue;
    const fields = page.type === null ? {} : truthOf(page, schemaOf(page.type));
    for (const design of designsOf(page, use).slice(0, choice.designs)) {
      const { type, language, issuer } = page;
      yield { type, language, design: design.name, issuer, use, fields, pdf: await setPage(page, design) };
    }
  }
}

/** The same pages without their files, for what looks at words and places only. */
export async function* pagesOfWords(choice: PageChoice = {}): AsyncGenerator<PageOfWords> {
  for await (const { pdf, ...page } of renderPages(choice)) yield { ...page, pages: await wordsOfPdf(pdf) };
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

const schemaOf = (type: string): { [field: string]: string } =>
  (JSON.parse(readFileSync(new URL(`${type}.json`, PRESETS), 'utf8')) as { output_schema: { [field: string]: string } })
    .output_schema;
