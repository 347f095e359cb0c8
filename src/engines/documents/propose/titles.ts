import { MOST_TITLES } from '../../../domain/documents/index.js';
import type { EngineDocumentType } from '../documentEngine.js';
import type { Layout, Segment } from '../extract/layout.js';
import { foldText } from '../text/fold.js';

/** Titles stand in this part of the first page. */
const TITLE_PART = 0.4;
/** And have at most so many words. */
const MOST_WORDS = 8;
/** A shorter word says nothing of what a document is. */
const LEAST_LETTERS = 4;

/**
 * What stands as headings at the top of the first page, the largest print first: without figures, without what a label announces, and
 * with a word that documents are called by, so that nobody's name becomes the name of a type.
 * @param types whose names and hints are what documents are called by
 * @param isValue whether a segment is the value of a field
 */
export function titlesOf(
  { rows, segments, pages }: Layout,
  types: readonly EngineDocumentType[],
  isValue: (segment: Segment) => boolean,
): string[] {
  const [first] = rows;
  const page = first && pages.get(first.page);
  if (!page) return [];
  const called = wordsOfTypes(types);
  const isHeading = (segment: Segment): boolean =>
    segment.page === first.page &&
    segment.middle < TITLE_PART * page.height &&
    couldBeTitle(segment.text) &&
    hasWordOf(segment.text, called) &&
    !isValue(segment);
  const headings = segments.filter(isHeading);
  headings.sort((one, other) => other.height - one.height || one.middle - other.middle);
  return [...new Set(headings.map(({ text }) => text.trim()))].slice(0, MOST_TITLES);
}

/** Whether a text has the form of a heading: few words, no figures, no label. */
export const couldBeTitle = (text: string): boolean => !/[\d:@]/.test(text) && text.split(/\s+/).length <= MOST_WORDS;

/** Whether a text has one of some words, folded. */
export const hasWordOf = (text: string, words: ReadonlySet<string>): boolean =>
  foldText(text)
    .split(' ')
    .some((word) => words.has(word));

/** The words that documents are called by, folded. */
export const wordsOfTypes = (types: readonly EngineDocumentType[]): ReadonlySet<string> =>
  new Set(
    types
      .flatMap(({ display_name, classify_hints }) => [display_name, ...classify_hints])
      .flatMap((text) => foldText(text).split(' '))
      .filter((word) => word.length >= LEAST_LETTERS),
  );
