import { mkdir, writeFile } from 'node:fs/promises';
import type { ChoiceModel } from '../src/engines/documents/classify/choiceModel.js';
import { rankTypes, scoreTypes } from '../src/engines/documents/classify/classifyDocument.js';
import { likelihoods } from '../src/engines/documents/classify/choiceModel.js';
import { NO_KIND, parseLearnt, type LearntKinds } from '../src/engines/documents/classify/learntKinds.js';
import { wordsOfPage } from '../src/engines/documents/classify/pageWords.js';
import type { EngineDocumentType } from '../src/engines/documents/documentEngine.js';
import type { AccuracyFigure } from './accuracy/accuracyFigure.js';
import { shippedTypes } from './accuracy/classification.js';
import { reliabilityTable, type Judgement } from './accuracy/reliability.js';
import { measureWordedPages } from './accuracy/wordedPages.js';
import { composePage, type ComposedPage } from './types/composePage.js';
import { fitChoice, tempered, type ChoiceSample } from './types/fitChoice.js';
import { createRandom, type Random } from '../specimens/random.js';
import { printLearnt, trainWords, type WordSample } from './types/trainWords.js';
import { misreadPage } from './types/misread.js';
import { OF_TYPES, readVocabularies, type Vocabulary } from './types/vocabulary.js';
import { isForJudging, pagesOfTypes } from './types/wordedPages.js';

/** Pages of each kind that the words are learnt from; of no kind there are more, as they are of all sorts. */
const PAGES = { ofKind: 110, ofNoKind: 600 };
/** Pages of each kind that the likelihoods are fitted on, and as many to judge them by. */
const JUDGED = { ofKind: 4, ofNoKind: 60 };
/**
 * Phrases that the words are learnt without while the likelihoods are fitted, so that pages have words that nobody knows; and
 * lists, so that there are languages in which nothing is known of a kind.
 */
const WITHHELD = { phrases: 0.25, lists: 0.2 };
/** Worded pages that the likelihoods are fitted on besides: in so many designs, each read so many times. */
const WORDED = { designs: 2, readings: 2 };
/** Types of a tenant have a few hints and say nothing of themselves; so many of the candidates are made to look like that. */
const AS_TENANTS = 0.15;

/** Of the pages that a service is sent, this share is expected to be of no type; of those that are fitted on more are. */
const SHARE_OF_UNKNOWN = 0.12;

const OUT = new URL('../models/classifier/', import.meta.url);

/**
 * `tsx bench/fitTypes.ts`: learns what documents are by their words (`models/classifier/words.tsv`) and how much each signal
 * counts (`models/classifier/choice.json`), from the word lists in `bench/types/vocabulary`, the words of the shipped types and the
 * worded pages that are not for judging. Prints how often that is right on pages of words it has not seen. Every run gives the same.
 */
async function main(): Promise<void> {
  const types = await shippedTypes();
  const all = await readVocabularies(types);
  const kinds = [NO_KIND, ...new Set(types.flatMap(({ describes }) => describes?.kind ?? []))].sort(
    (a, b) => Number(b === NO_KIND) - Number(a === NO_KIND) || (a < b ? -1 : 1),
  );
  const random = createRandom(1);
  const seen = withoutSome(all, kinds, createRandom(2));
  const partial = shippedForm(learnWords(seen, kinds, random));
  const samples = [
    ...choiceSamples(pagesOf(all, kinds, createRandom(3), JUDGED), types, partial, random),
    ...(await wordedSamples(types, partial, createRandom(6))),
  ];
  const fitted = withPrior(fitChoice(samples), samples);
  report(pagesOf(all, kinds, createRandom(4), JUDGED), types, { learnt: partial, choice: fitted });
  const learnt = learnWords(all, kinds, createRandom(5));
  const choice = tempered(fitted, await wordedSamples(types, shippedForm(learnt), createRandom(7)));
  await mkdir(OUT, { recursive: true });
  await writeFile(new URL('words.tsv', OUT), printLearnt(learnt));
  await writeFile(new URL('choice.json', OUT), `${JSON.stringify(choice, null, 2)}\n`);
  const { heldOut } = await measureWordedPages();
  print('Worded pages that are for judging, by what was written', ...heldOut.map(lineOf));
}

const lineOf = ({ name, value, low, high, count }: AccuracyFigure): string =>
  `  ${name}: ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}) of ${count}`;

/** Puts the share of pages of no type right (G. King, L. Zeng, "Logistic Regression in Rare Events Data", 2001, prior correction). */
function withPrior(choice: ChoiceModel, samples: readonly ChoiceSample[]): ChoiceModel {
  const untyped = samples.filter(({ candidates }) => !candidates.some(({ right }) => right)).length;
  const odds = untyped / (samples.length - untyped);
  const shift = Math.log(SHARE_OF_UNKNOWN / (1 - SHARE_OF_UNKNOWN)) - Math.log(odds);
  return { ...choice, unknown: Math.round((choice.unknown + shift) * 1000) / 1000 };
}

/** The same vocabularies with some phrases missing, and some lists but those that no kind has. */
const withoutSome = (all: readonly Vocabulary[], kinds: readonly string[], random: Random): Vocabulary[] =>
  all.map(({ language, phrases }) => ({
    language,
    phrases: new Map(
      [...phrases].flatMap(([kind, some]): [string, string[]][] =>
        language !== OF_TYPES && kinds.includes(kind) && random.chance(WITHHELD.lists)
          ? []
          : [[kind, some.filter(() => !random.chance(WITHHELD.phrases))]],
      ),
    ),
  }));

/** The worded pages that are not for judging, some of them badly read. */
async function wordedSamples(
  types: readonly EngineDocumentType[],
  learnt: LearntKinds,
  random: Random,
): Promise<ChoiceSample[]> {
  const samples: ChoiceSample[] = [];
  for await (const { issuer, right, pages } of pagesOfTypes(types, WORDED.designs)) {
    if (isForJudging(issuer)) continue;
    for (let i = 0; i < WORDED.readings; i++) {
      const read = pages.map((page) => misreadPage(random, page));
      const scored = scoreTypes({ pages: read }, types, { mrz: [], barcodes: [] }, { learnt });
      samples.push({
        candidates: scored.map(({ type, signals }) => ({ signals, right: right.has(type.context_id) })),
      });
    }
  }
  return samples;
}

function learnWords(vocabularies: readonly Vocabulary[], kinds: readonly string[], random: Random): LearntKinds {
  const samples = pagesOf(vocabularies, kinds, random, PAGES).map(({ kind, rows, size }): WordSample => ({
    kind,
    features: [...wordsOfPage({ segments: rows.flat().map((text) => ({ text })), pages: new Map([[1, size]]) })],
  }));
  return trainWords(samples, kinds, random);
}

/** Rounded and read again, as the engine has them. */
const shippedForm = (learnt: LearntKinds): LearntKinds => parseLearnt(printLearnt(learnt));

const pagesOf = (
  vocabularies: readonly Vocabulary[],
  kinds: readonly string[],
  random: Random,
  count: { ofKind: number; ofNoKind: number },
): ComposedPage[] =>
  kinds.flatMap((kind) =>
    Array.from({ length: kind === NO_KIND ? count.ofNoKind : count.ofKind }, () =>
      composePage(random, vocabularies, kind),
    ),
  );

/** Each page with all candidates, and every sixth once more without the right ones. */
function choiceSamples(
  pages: readonly ComposedPage[],
  types: readonly EngineDocumentType[],
  learnt: LearntKinds,
  random: Random,
): ChoiceSample[] {
  return pages.flatMap(({ kind, page, readings, rows }, i) => {
    const kindOf = new Map<EngineDocumentType, string | undefined>();
    const candidates = types.map((type) => {
      const isRight = type.describes?.kind === kind;
      const candidate = random.chance(AS_TENANTS) ? asTenant(type, isRight ? rows.flat() : [], random) : type;
      kindOf.set(candidate, type.describes?.kind);
      return candidate;
    });
    const scored = scoreTypes({ pages: [page] }, candidates, readings, { learnt }).map(({ type, signals }) => ({
      ...{ signals, right: kindOf.get(type) === kind },
    }));
    const withheld = scored.filter(({ right }) => !right);
    return [{ candidates: scored }, ...(kind !== NO_KIND && i % 6 === 0 ? [{ candidates: withheld }] : [])];
  });
}

/** Tenants give a few hints, and take them from documents such as this. */
function asTenant(
  { describes, ...type }: EngineDocumentType,
  texts: readonly string[],
  random: Random,
): EngineDocumentType {
  const seen = texts.filter((text) => /^[^\d]{5,40}$/.test(text));
  const hints = [...random.some(seen, random.whole(1, 3)), ...random.some(type.classify_hints, random.whole(0, 2))];
  return { ...type, classify_hints: seen.length > 0 ? hints : random.some(type.classify_hints, 3) };
}

function report(
  pages: readonly ComposedPage[],
  types: readonly EngineDocumentType[],
  classifier: { learnt: LearntKinds; choice: ChoiceModel },
): void {
  const kindOf = new Map(types.map((type) => [type, type.describes?.kind ?? NO_KIND]));
  const answers = pages.map(({ kind, page, readings }): Judgement & { kind: string; got: string } => {
    const ranked = rankTypes(scoreTypes({ pages: [page] }, types, readings, classifier), classifier.choice);
    const likely = likelihoods(classifier.choice, ranked.map(({ utility }) => utility)); // prettier-ignore
    const isKnown = (likely.ofTypes[0] ?? 0) > likely.unknown;
    const got = isKnown ? kindOf.get(ranked[0]!.type)! : NO_KIND;
    return { kind, got, right: got === kind, confidence: isKnown ? likely.ofTypes[0]! : likely.unknown };
  });
  const typed = answers.filter(({ kind }) => kind !== NO_KIND);
  const untyped = answers.filter(({ kind }) => kind === NO_KIND);
  const share = (some: readonly { right: boolean }[]): string =>
    `${some.filter(({ right }) => right).length} of ${some.length}`;
  print(
    `right: ${share(typed)}; unknown where there is no type: ${share(untyped)}`,
    `unknown of a page that has a type: ${typed.filter(({ got }) => got === NO_KIND).length}`,
    ...reliabilityTable('Composed pages, a quarter of the words unknown', answers),
  );
  const missed = new Map<string, string[]>();
  for (const { kind, got } of answers.filter(({ right }) => !right))
    missed.set(kind, [...(missed.get(kind) ?? []), got]);
  for (const [kind, got] of missed) print(`  ${kind} taken for ${got.join(', ')}`);
}

const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

await main();
