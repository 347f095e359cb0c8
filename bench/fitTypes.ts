import { mkdir, writeFile } from 'node:fs/promises';
import type { ChoiceModel } from '../src/engines/documents/classify/choiceModel.js';
import { rankTypes, scoreTypes } from '../src/engines/documents/classify/classifyDocument.js';
import { likelihoods } from '../src/engines/documents/classify/choiceModel.js';
import { NO_KIND, parseLearnt, type LearntKinds } from '../src/engines/documents/classify/learntKinds.js';
import { wordsOfPage } from '../src/engines/documents/classify/pageWords.js';
import type { EngineDocumentType } from '../src/engines/documents/documentEngine.js';
import { shippedTypes } from './accuracy/classification.js';
import { reliabilityTable, type Judgement } from './accuracy/reliability.js';
import { composePage, type ComposedPage } from './types/composePage.js';
import { fitChoice, type ChoiceSample } from './types/fitChoice.js';
import { createRandom, type Random } from '../specimens/random.js';
import { printLearnt, trainWords, type WordSample } from './types/trainWords.js';
import { readVocabularies, type Vocabulary } from './types/vocabulary.js';

/** Pages of each kind that the words are learnt from; of no kind there are more, as they are of all sorts. */
const PAGES = { ofKind: 80, ofNoKind: 300 };
/** Pages of each kind that the likelihoods are fitted on, and as many to judge them by. */
const JUDGED = { ofKind: 4, ofNoKind: 60 };
/** Phrases that the words are learnt without while the likelihoods are fitted, so that pages have words that nobody knows. */
const WITHHELD = 0.25;
/** Types of a tenant have a few hints and say nothing of themselves; so many of the candidates are made to look like that. */
const AS_TENANTS = 0.15;

/** Of the pages that a service is sent, this share is expected to be of no type; of those that are fitted on more are. */
const SHARE_OF_UNKNOWN = 0.06;

const OUT = new URL('../models/classifier/', import.meta.url);

/**
 * `tsx bench/fitTypes.ts`: learns what documents are by their words (`models/classifier/words.tsv`) and how much each signal
 * counts (`models/classifier/choice.json`), from the word lists in `bench/types/vocabulary` and the words of the shipped types.
 * Prints how often that is right on pages of words it has not seen. Every run gives the same.
 */
async function main(): Promise<void> {
  const types = await shippedTypes();
  const all = await readVocabularies(types);
  const kinds = [NO_KIND, ...new Set(types.flatMap(({ describes }) => describes?.kind ?? []))].sort(
    (a, b) => Number(b === NO_KIND) - Number(a === NO_KIND) || (a < b ? -1 : 1),
  );
  const random = createRandom(1);
  const seen = withoutSome(all, createRandom(2));
  const partial = shippedForm(learnWords(seen, kinds, random));
  const samples = choiceSamples(pagesOf(all, kinds, createRandom(3), JUDGED), types, partial, random);
  const choice = withPrior(fitChoice(samples), samples);
  report(pagesOf(all, kinds, createRandom(4), JUDGED), types, { learnt: partial, choice });
  await mkdir(OUT, { recursive: true });
  await writeFile(new URL('words.tsv', OUT), printLearnt(learnWords(all, kinds, createRandom(5))));
  await writeFile(new URL('choice.json', OUT), `${JSON.stringify(choice, null, 2)}\n`);
}

/** Puts the share of pages of no type right (G. King, L. Zeng, "Logistic Regression in Rare Events Data", 2001, prior correction). */
function withPrior(choice: ChoiceModel, samples: readonly ChoiceSample[]): ChoiceModel {
  const untyped = samples.filter(({ candidates }) => !candidates.some(({ right }) => right)).length;
  const odds = untyped / (samples.length - untyped);
  const shift = Math.log(SHARE_OF_UNKNOWN / (1 - SHARE_OF_UNKNOWN)) - Math.log(odds);
  return { ...choice, unknown: Math.round((choice.unknown + shift) * 1000) / 1000 };
}

/** The same vocabularies with every fourth phrase or so missing. */
const withoutSome = (all: readonly Vocabulary[], random: Random): Vocabulary[] =>
  all.map(({ language, phrases }) => ({
    language,
    phrases: new Map([...phrases].map(([kind, some]) => [kind, some.filter(() => !random.chance(WITHHELD))])),
  }));

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
