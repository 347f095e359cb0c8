import type { CaptureNeedView, CaptureWantedView } from './captureContract.js';
import type { Words } from './words/index.js';

/** What is to be handed in now; undefined where all is here. */
export const nextNeed = <Need extends Pick<CaptureNeedView, 'state'>>(needs: readonly Need[]): Need | undefined =>
  needs.find(({ state }) => state !== 'received');

/** Which of several is offered first: what was begun with is gone on with. Undefined for a selfie. */
export const offeredFirst = (choices: readonly CaptureWantedView[]): CaptureWantedView | undefined =>
  choices.find(({ side }) => side === 'back') ?? choices[0];

/** As what something is handed in: by this the service knows it. Undefined stands for a selfie. */
export function labelOf(choice: CaptureWantedView | undefined): string {
  if (!choice) return 'selfie';
  return choice.side === null ? choice.document_type : `${choice.document_type} ${choice.side}`;
}

/** What is needed, in words: one of several, or a selfie. */
export const nameOfNeed = ({ kind, choices }: Pick<CaptureNeedView, 'kind' | 'choices'>, words: Words): string =>
  kind === 'selfie'
    ? words.selfie
    : oneOf(
        begunWith(choices).map((choice) => nameOfChoice(choice, words)),
        words,
      );

/** One of several, in words. */
export const oneOf = (names: readonly string[], { locale }: Pick<Words, 'locale'>): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);

/** What was begun with is gone on with: of a card whose front is here the back is what is needed. */
function begunWith(choices: readonly CaptureWantedView[]): CaptureWantedView[] {
  const begun = choices.filter(({ side }) => side === 'back');
  return begun.length > 0 ? begun : choices.map((choice) => ({ ...choice, side: null }));
}

/** One of them, in words, with its side. Undefined stands for a selfie. */
export function nameOfChoice(choice: CaptureWantedView | undefined, words: Words): string {
  if (!choice) return words.selfie;
  return choice.side === null ? choice.name : `${choice.name} – ${words.sides[choice.side]}`;
}
