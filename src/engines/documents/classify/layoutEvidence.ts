import type { EngineDocumentType } from '../documentEngine.js';
import type { Layout } from '../extract/layout.js';
import { parseAmounts } from '../extract/values/amount.js';
import type { ClassificationEvidence } from './classification.js';

/** A page full of prices, and a type that asks for amounts. */
const AMOUNTS_WANTED = 0.3;
const MANY_AMOUNTS = 5;
/** Till rolls are much higher than wide; A4 and Letter are 1.29 to 1.41. */
const STRIP = { ratio: 1.6, weight: 0.9 };
/** ISO/IEC 7810 ID-1 and ID-2 cards are 1.42 to 1.59 times wider than high and hold few lines. */
const CARD = { ratios: [1.35, 1.7], lines: 45, weight: 0.3 };

/** What can be seen of a page from afar. Made once per document. */
export interface PageLook {
  manyAmounts: boolean;
  strip: boolean;
  card: boolean;
}

/** Looks at the first page of a document from afar. */
export function lookOf({ segments, pages }: Layout): PageLook {
  const [page] = [...pages.values()];
  const ratio = page ? page.height / page.width : 1;
  const [least, most] = CARD.ratios as [number, number];
  const manyAmounts =
    segments.filter(({ text }) => parseAmounts(text).some(({ hasDecimals }) => hasDecimals)).length >= MANY_AMOUNTS;
  return {
    manyAmounts,
    strip: manyAmounts && pages.size === 1 && ratio > STRIP.ratio,
    card:
      pages.size === 1 && 1 / ratio > least && 1 / ratio < most && segments.length > 0 && segments.length < CARD.lines,
  };
}

/** Weak evidence for a type from the look of the page: a strip of prices, a card, many amounts. */
export function layoutEvidence(look: PageLook, type: EngineDocumentType): ClassificationEvidence[] {
  const evidence: ClassificationEvidence[] = [];
  const add = (detail: string, weight: number): number => evidence.push({ kind: 'layout', detail, weight });
  const wantsAmounts = Object.values(type.output_schema).filter((hint) => /^(amount|list of \{)/.test(hint)).length > 1;
  if (look.manyAmounts && wantsAmounts) add('many amounts of money', AMOUNTS_WANTED);
  if (look.strip && type.describes?.format === 'strip') add('a long strip of prices', STRIP.weight);
  if (look.card && type.describes?.format === 'card') add('the format of a card', CARD.weight);
  return evidence;
}
