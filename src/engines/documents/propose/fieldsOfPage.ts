import { MOST_FIELDS, type SoughtField } from '../../../domain/documents/index.js';
import type { FieldPlan } from '../extract/fieldPlan.js';
import { findLabels, type LabelHit } from '../extract/labels/findLabels.js';
import type { Layout, Segment } from '../extract/layout.js';
import { compactText } from '../text/fold.js';
import { indexPhrases } from '../text/phraseIndex.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { labelVocabulary, type KnownLabel, type LabelVocabulary } from './labelVocabulary.js';
import { printedPairs, type PrintedPair } from './printedPairs.js';
import type { FieldOfPage } from './fieldOfPage.js';
import { issuerFields } from './issuer.js';
import { mayBeName, nameOf } from './unknownLabels.js';
import { fitsForm, formOfValue, hintOfForm } from './valueForm.js';

/** A label that is less like the print, or stands where labels do not, announces nothing here: nobody has asked for it. */
const SURE_LABEL = 0.75;
/** A known label says what a printed one means if it is so much of it: `Account reference` is no `Account`. */
const MOST_OF_LABEL = 0.64;
/** One letter makes another word of a shorter label (`March`, `Marca`). */
const LENGTH_THAT_FORGIVES = 8;

/** Of more pairs no proposal is made: some are of the same field, or are none after all. */
const MOST_PAIRS = 2 * MOST_FIELDS;

/** What a page may have of fields, by its labels. */
export interface FieldsOfPage {
  fields: FieldOfPage[];
  /** Every label that the layout tells to be one, with its value. */
  pairs: PrintedPair[];
}

/**
 * What the labels on the pages announce, each under the name that most types give it, or its own.
 * @param likeness 0 to 1 by `context_id`
 * @param machine fields that machine readable zones and barcodes state, wherever labels stand
 */
export function fieldsOfPage(
  layout: Layout,
  types: readonly EngineDocumentType[],
  likeness: (contextId: string) => number,
  machine: readonly string[],
): FieldsOfPage {
  const onPage = indexPhrases(layout.segments.map(({ search }) => search));
  const vocabulary = labelVocabulary(types, likeness, onPage);
  const pairs = printedPairs(layout, {
    isKnown: (text) => vocabulary.labels.has(compactText(text)),
    mayBeName: (text) => mayBeName(text, vocabulary.words),
  }).slice(0, MOST_PAIRS);
  const hits = findLabels(layout, plansOf(vocabulary)).filter((hit) => hit.strength >= SURE_LABEL && isLike(hit));
  const naming = createNaming(vocabulary);
  const named = new Map<PrintedPair, FieldOfPage[]>();
  // What a page prints word for word as a type does chooses its name first.
  for (const isWhole of [true, false]) {
    for (const pair of pairs) {
      if (named.has(pair)) continue;
      const meant = isWhole ? wholeLabels(pair, vocabulary) : [partOf(pair, hits, vocabulary)];
      const fields = naming.fieldsOf(
        pair,
        meant.flatMap((label) => label ?? []),
      );
      if (fields.length > 0) named.set(pair, fields);
    }
  }
  for (const pair of pairs) if (!named.has(pair)) named.set(pair, naming.ownOf(pair));
  const inPairs = new Set(pairs.flatMap(({ segment, value }) => [segment, value]));
  const alone = hits.filter((hit) => !inPairs.has(hit.segment) && announces(hit, hits, vocabulary));
  for (const hit of alone) naming.addHit(hit);
  const inside = [...named.values()].flat();
  const addresses = addressesUnder(inside, layout, (segment) => inPairs.has(segment)).filter(({ name }) =>
    naming.take(name),
  );
  const fields = [...inside, ...addresses, ...naming.others()];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const stated = machine.map((name) => ({
    name,
    hint: hintFor(name, vocabulary),
    labels: byName.get(name)?.labels ?? [],
  }));
  const issuer = issuerFields(layout, types, (segment) => inPairs.has(segment)).filter(({ name }) => !byName.has(name));
  return { fields: [...issuer, ...stated, ...fields.filter(({ name }) => !machine.includes(name))], pairs };
}

/** The field that a label announces under its own words, with what the form of the value says. */
export function fieldOfOwnName(pair: PrintedPair): FieldOfPage[] {
  const name = nameOf(pair.label);
  if (name === undefined) return [];
  const form = formOfValue(pair.text);
  const labels = [inGuidance(pair.label)];
  const field = { hint: hintOfForm(form), labels, at: pair.value };
  return form === 'period' ? ['start', 'end'].map((half) => ({ ...field, name: `${name.slice(0, 58)}_${half}` })) : [{ ...field, name }]; // prettier-ignore
}

/** Lines with figures under somebody's name are his address: `customer_name` has a `customer_address`. */
const addressesUnder = (
  fields: readonly FieldOfPage[],
  { rows }: Layout,
  isTaken: (segment: Segment) => boolean,
): FieldOfPage[] =>
  fields.flatMap(({ name, hint, at }) => {
    if (!at || hint !== 'string' || formOfValue(at.text) !== 'words') return [];
    const under = rows[at.row + 1]?.segments.find((one) => Math.abs(one.left - at.left) < 0.5 * at.height);
    const isAddress =
      under?.page === at.page && !isTaken(under) && /\d/.test(under.text) && /\p{L}{3}/u.test(under.text);
    const whose = name.replace(/_name$/, '');
    return isAddress && !/address|place/.test(name) ? [{ name: `${whose.slice(0, 56)}_address`, hint: 'string', labels: [], at: under }] : []; // prettier-ignore
  });

/** Guidance parts labels by commas and lines; their letters are what they are found by. */
const inGuidance = (label: string): string => label.replace(/[,;\n]+/g, ' ').replace(/\s+/g, ' ').trim(); // prettier-ignore

/** The names of fields that are taken, and what the labels outside of pairs announce. */
function createNaming(vocabulary: LabelVocabulary) {
  const taken = new Set<string>();
  const byHits = new Map<string, SoughtField>();
  const takeAll = (names: readonly string[]): void => names.forEach((name) => void taken.add(name));

  /** A label over two dates announces the end with the start. */
  const endOf = (start: string, names: readonly string[]): string[] => {
    const end = start.replace(/(?:^|_)(start|from)(?=_|$)/, (part, word: string) => part.replace(word, word === 'start' ? 'end' : 'until')); // prettier-ignore
    const known = names.find((name) => name === end) ?? end;
    return known === start || taken.has(known) ? [] : [known];
  };

  return {
    /** @returns whether the name was free */
    take(name: string): boolean {
      if (taken.has(name) || byHits.has(name)) return false;
      taken.add(name);
      return true;
    },

    others: (): FieldOfPage[] => [...byHits.values()],

    /** The field that known labels give a pair: of the names that are free, and whose values have such a form, the one that most speaks for. */
    fieldsOf(pair: PrintedPair, meant: readonly KnownLabel[]): FieldOfPage[] {
      const form = formOfValue(pair.text);
      const names = meant.flatMap(inOrderOfVotes);
      const free = names.find((name) => !taken.has(name) && fitsForm(name, hintFor(name, vocabulary), form));
      if (free === undefined) return [];
      const labels = [...new Set([inGuidance(pair.label), ...meant.map(({ label }) => label)])];
      const fields = [free, ...(form === 'period' ? endOf(free, names) : [])];
      takeAll(fields);
      return fields.map((name) => ({ name, hint: hintFor(name, vocabulary), labels, at: pair.value }));
    },

    /** The field that a pair announces by its own words, unless they are taken. */
    ownOf(pair: PrintedPair): FieldOfPage[] {
      const fields = fieldOfOwnName(pair).filter(({ name }) => !taken.has(name));
      takeAll(fields.map(({ name }) => name));
      return fields;
    },

    addHit(hit: LabelHit): void {
      for (const compact of hit.fields) {
        const known = vocabulary.labels.get(compact);
        const [name] = known ? inOrderOfVotes(known) : [];
        if (!known || name === undefined || taken.has(name)) continue;
        const labels = [...new Set([...(byHits.get(name)?.labels ?? []), known.label])];
        byHits.set(name, { name, hint: hintFor(name, vocabulary), labels });
      }
    },
  };
}

/** The type hint that most types give a field of a name; dates are told by it. */
const hintFor = (name: string, { hintOf }: LabelVocabulary): string =>
  hintOf(name) ?? (/(^|_)date$/.test(name) ? 'date YYYY-MM-DD' : 'string');

const inOrderOfVotes = ({ votes }: KnownLabel): string[] =>
  [...votes].sort(([one, its], [other, others]) => others - its || (one < other ? -1 : 1)).map(([name]) => name); // prettier-ignore

/** The known labels that a printed one is, wholly or in one of its languages. */
function wholeLabels({ label }: PrintedPair, { labels }: LabelVocabulary): KnownLabel[] {
  const parts = [label, label.replace(/\([^)]*\)/g, ''), ...label.split(/[/|]/)];
  return [...new Set(parts.flatMap((part) => labels.get(compactText(part)) ?? []))];
}

/** The known label that is most of a printed one. */
function partOf(
  { segment, label }: PrintedPair,
  hits: readonly LabelHit[],
  { labels }: LabelVocabulary,
): KnownLabel | undefined {
  const ofPair = hits.filter((hit) => hit.segment === segment && hit.end - hit.start >= MOST_OF_LABEL * label.length);
  return ofPair.flatMap(({ fields }) => fields.flatMap((compact) => labels.get(compact) ?? []))[0];
}

/** One plan for each label, under the letters of the label itself: which field it announces is decided when all are found. */
const plansOf = ({ labels }: LabelVocabulary): FieldPlan[] =>
  [...labels].map(([name, { label }]) => ({
    name,
    hint: { kind: 'string' },
    shape: 'text',
    concept: null,
    labels: [label],
  }));

const isLike = ({ segment, start, end, label }: LabelHit): boolean => {
  const printed = compactText(segment.text.slice(start, end));
  return printed.length >= LENGTH_THAT_FORGIVES || printed === compactText(label);
};

/** A value with figures follows at once, or after a few letters: `FT 2026/77`, `n.º 501964843`. */
const FIGURES_FOLLOW = /^[^\p{L}\p{N}]{0,3}(?:\p{L}{1,4}[^\p{L}\p{N}\s]{0,2}\s+)?\S*\d/u;

/**
 * Whether a label outside of a pair announces something: it stands alone, before a colon, or before something with figures. Before other
 * words, with only a space between, it is more often one of them (`City of …`, `Bank Street`); and of several labels in a row, none with a value
 * behind it, a table of many values is the head.
 */
function announces(hit: LabelHit, hits: readonly LabelHit[], { labels, hintOf }: LabelVocabulary): boolean {
  const { segment, start, end } = hit;
  const { text } = segment;
  const behind = text.slice(end);
  // `Holder` is known and announces a name; `Berth holder:` is a label of its own, which says more.
  if (/^\s*[:：]/u.test(behind)) return !/^[^:/|(]*\p{L}{2}[^:/|(]*$/u.test(text.slice(0, start));
  if (compactText(text.slice(start, end)) !== compactText(hit.label)) return false;
  if (FIGURES_FOLLOW.test(behind)) return true;
  if (/\p{L}/u.test(behind) && !hits.some((other) => other !== hit && other.segment === segment)) return false;
  const isHead = hits.some((other) => other !== hit && other.segment.row === segment.row);
  const isList = hit.fields.some((compact) => [...(labels.get(compact)?.votes.keys() ?? [])].some((name) => /^list\b/.test(hintOf(name) ?? ''))); // prettier-ignore
  return !isHead || isList;
}
