import type { EngineDocumentType } from '../documentEngine.js';
import type { Layout, Row } from '../extract/layout.js';
import { indexPhrases, type IndexedMatch, type PhraseIndex } from '../text/phraseIndex.js';
import { searchableText, type Phrase } from '../text/phraseSearch.js';
import type { ClassificationEvidence } from './classification.js';
import { prepareType } from './preparedType.js';

/** One word says less than a phrase of several: `class`, `visa` and `total` stand on documents of all kinds. */
const WORTH_BY_WORDS = [0, 0.45, 0.85, 1];
/** A long single word (`reisepass`) is as telling as a phrase. */
const LONG_WORD = 9;
const WORTH_OF_LONG_WORD = 0.8;
/** A phrase that is (nearly) all of a row is a title or a label; in running text it is only mentioned. */
const STANDS_ALONE = 1.25;
const IN_RUNNING_TEXT = 0.6;
/** Titles stand in the upper part of the first page, in larger letters. */
const IN_TITLE = 1.5;
const TITLE_PART = 0.3;
const TITLE_HEIGHT = 1.3;

/** Finds which hints of which candidates a document contains. Made once per document. */
export function hintEvidence(
  layout: Layout,
  candidates: readonly EngineDocumentType[],
): Map<EngineDocumentType, ClassificationEvidence[]> {
  const { rows } = layout;
  // A title may be broken over two rows.
  const pairs = rows.slice(1).map((row, i) => `${rows[i]!.text} ${row.text}`);
  const index = indexPhrases([...rows.map((row) => row.text), ...pairs].map(searchableText));
  const hints = new Map(candidates.map((type) => [type, prepareType(type).hints]));
  const sharing = countShared([...hints.values()].flat());
  const found = new Map<string, { match: IndexedMatch; row: Row } | null>();
  const usualHeight = rows.map(({ height }) => height).sort((a, b) => a - b)[rows.length >> 1] ?? 0;
  const evidence = new Map<EngineDocumentType, ClassificationEvidence[]>();

  for (const type of candidates) {
    const weighed = (hints.get(type) ?? []).map((hint): ClassificationEvidence | null => {
      const { compact, text } = hint;
      if (!found.has(compact)) found.set(compact, firstMatch(index, rows, hint));
      const hit = found.get(compact);
      if (!hit) return null;
      const rarity = rarityOf(sharing.get(compact) ?? 1, candidates.length);
      const weight = rarity * worthOf(hint) * prominence(hit, rows.length, usualHeight) * hit.match.similarity;
      return { kind: 'phrase', detail: text, page: hit.row.page, weight };
    });
    evidence.set(
      type,
      weighed.filter((item) => item !== null),
    );
  }
  return evidence;
}

/** In how many of the candidates each hint occurs. */
function countShared(hints: readonly Phrase[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { compact } of hints) counts.set(compact, (counts.get(compact) ?? 0) + 1);
  return counts;
}

/** Inverse document frequency over the candidates, 0 to 1: what all share tells nothing apart. */
const rarityOf = (types: number, of: number): number => Math.log(1 + of / types) / Math.log(1 + of);

function worthOf({ text, compact }: Phrase): number {
  const words = text.trim().split(/\s+/).length;
  if (words === 1 && compact.length >= LONG_WORD) return WORTH_OF_LONG_WORD;
  return WORTH_BY_WORDS[Math.min(words, WORTH_BY_WORDS.length - 1)]!;
}

/** The most prominent place of a hint: the row it covers most of. */
function firstMatch(index: PhraseIndex, rows: readonly Row[], hint: Phrase): { match: IndexedMatch; row: Row } | null {
  const matches = index.find(hint).map((match) => ({
    match,
    row: rows[match.text < rows.length ? match.text : match.text - rows.length]!,
  }));
  const covered = ({ match, row }: (typeof matches)[number]): number => (match.end - match.start) / row.text.length;
  return matches.sort((a, b) => covered(b) - covered(a))[0] ?? null;
}

function prominence({ match, row }: { match: IndexedMatch; row: Row }, rows: number, usualHeight: number): number {
  const { segments } = row;
  const length = match.end - match.start;
  const alone = segments.some(({ text }) => text.length <= 1.6 * length + 4);
  const inTitle = row.page === 1 && (row.index < TITLE_PART * rows || row.height > TITLE_HEIGHT * usualHeight);
  return (
    (alone ? STANDS_ALONE : length < 0.35 * row.text.length ? IN_RUNNING_TEXT : 1) * (alone && inTitle ? IN_TITLE : 1)
  );
}
