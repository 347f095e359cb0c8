import { createHash } from 'node:crypto';
import { accentColor } from '../accent.js';
import type { CaptureLookView, CaptureNeedView, CapturePictureView, CaptureView } from '../captureContract.js';
import { labelOf, nameOfChoice, nameOfNeed, nextNeed, offeredFirst, oneOf } from '../needs.js';
import type { Words } from '../words/index.js';
import { html, Html } from './html.js';

/** What a customer is to see, whose browser runs no scripts. */
export interface PlainPage {
  words: Words;
  language: string;
  /** Address of the style of the page with scripts, where there is one. */
  style: string | undefined;
  /** What is to be handed in; undefined for a link that is good for nothing. */
  capture?: CaptureView;
  /** What came of what was done last. */
  came?: string | undefined;
  /** Why it did not work, in words. */
  wrong?: string | undefined;
  /** Whether all was sent. */
  isSent?: boolean;
  /** Goes with the forms of this page: what is sent twice with it is taken once. */
  key: string;
}

/** What the service can make pictures of; a phone makes one of these of what its camera keeps otherwise. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,application/pdf';

/** The page of a link for browsers without scripts: one step, with one form. */
export function plainPage(page: PlainPage): string {
  const { words, language, style, capture } = page;
  const title = titleOf(page);
  const accent = capture && accentOf(capture.look);
  return html`<!doctype html>
    <html lang="${language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${style && html`<link rel="stylesheet" href="${style}" />`} ${accent && new Html(`<style>${accent}</style>`)}
      </head>
      <body>
        <main>
          ${capture?.look.logo && html`<img class="logo" src="${capture.look.logo}" alt="" />`}
          <h1>${title}</h1>
          ${capture && page.wrong && html`<p role="alert">${page.wrong}</p>`}
          ${page.came && html`<p role="status">${page.came}</p>`}
          ${capture && (page.isSent ? endOf(capture, words) : stepOf(capture, page))}
        </main>
      </body>
    </html>`.text;
}

/** The colour of buttons, as a rule of style; a policy names it by its hash, so that no other is taken. */
export const accentOf = ({ accent }: CaptureLookView): string | null =>
  accent && `:root { --accent: ${accentColor(accent)}; }`;

/** What a policy calls a rule of style that stands in the page (Content Security Policy Level 3, section 2.3.1, `hash-source`). */
export const hashSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

function titleOf({ words, capture, wrong, isSent }: PlainPage): string {
  if (isSent) return words.done;
  return capture ? words.asks(capture.name) : (wrong ?? words.gone);
}

/** What is said at the end, and the way back. */
const endOf = ({ name, look }: CaptureView, words: Words): Html => html`
  <p>${words.next(name)}</p>
  ${look.return_url && html`<a class="button primary" href="${look.return_url}">${words.back(name)}</a>`}
`;

function stepOf(capture: CaptureView, { words, key }: PlainPage): Html {
  const { look, needs, consent } = capture;
  return html`
    ${look.intro && html`<p class="intro" dir="auto">${look.intro}</p>`}
    <section>
      <h2>${words.needed}</h2>
      <ul class="needs">
        ${needs.map((need) => needLine(need, words))}
      </ul>
    </section>
    ${consent && !consent.given ? consentForm(consent, words, key) : handInOrRetake(capture, words, key)}
  `;
}

/** What is needed next, behind what of it could be better, and before what is in order. */
function handInOrRetake(capture: CaptureView, words: Words, key: string): Html {
  const here = capture.needs.flatMap((need) => need.here);
  const retaking = (isPoor: boolean): Html[] =>
    here.filter(({ advice }) => advice.length > 0 === isPoor).map((picture) => retakeForm(picture, words, key));
  return html`${retaking(true)} ${handInOrSend(capture, words, key)} ${retaking(false)}`;
}

/** What is needed next; where some of it is here, all the same the way to send that. */
function handInOrSend({ needs, begun }: Pick<CaptureView, 'needs' | 'begun'>, words: Words, key: string): Html {
  const next = nextNeed(needs);
  if (!next)
    return html`<p>${words.all}</p>
      ${sendForm(words.submit, 'primary', key)}`;
  return html`
    ${handInForm(next, words, key)}
    ${
      begun &&
      html`<details>
        <summary>${words.lacking}</summary>
        ${sendForm(words.sendTheRest, '', key)}
      </details>`
    }
  `;
}

const sendForm = (text: string, kind: string, key: string): Html => html`
  <form method="post" action="?plain=submission&amp;key=${key}"><button class="${kind}">${text}</button></form>
`;

const needLine = (need: CaptureNeedView, words: Words): Html => html`
  <li class="${need.state}">
    ${nameOfNeed(need, words)}
    <span class="state">${words.states[need.state]}</span>
  </li>
`;

const consentForm = ({ version, text }: NonNullable<CaptureView['consent']>, words: Words, key: string): Html => html`
  <section>
    <h2>${words.consent}</h2>
    <p class="consent" dir="auto">${text}</p>
    <form method="post" action="?plain=consent&amp;version=${encodeURIComponent(version)}&amp;key=${key}">
      <button class="primary">${words.agree}</button>
    </form>
  </section>
`;

/** A picture that is here: how it could be better, and the way to another. */
const retakeForm = (picture: CapturePictureView, words: Words, key: string): Html => html`
  <details>
    <summary>${headingOf(picture, words)} ${words.retake}</summary>
    <ul>
      ${picture.advice.map((one) => html`<li>${words.advice[one]}</li>`)}
    </ul>
    <form method="post" action="?plain=documents&amp;key=${key}" enctype="multipart/form-data">
      <input type="hidden" name="label" value="${labelOf(picture)}" />
      ${fileOf(`${words.retake}: ${nameOfChoice(picture, words)}`, words)}
    </form>
  </details>
`;

const headingOf = (picture: CapturePictureView, words: Words): string =>
  picture.advice.length > 0 ? words.better(nameOfChoice(picture, words)) : `${nameOfChoice(picture, words)}:`;

/** @param text what the file is chosen by */
const fileOf = (text: string, words: Words): Html => html`
  <label>${text} <input type="file" name="file" accept="${ACCEPTED}" required /></label>
  <button class="primary">${words.handIn}</button>
`;

function handInForm(need: CaptureNeedView, words: Words, key: string): Html {
  const { choices, asked_again, advice } = need;
  const isSelfie = need.kind === 'selfie';
  return html`
    <section>
      <h2>
        ${
          isSelfie
            ? words.selfie
            : oneOf(
                choices.map((choice) => nameOfChoice(choice, words)),
                words,
              )
        }
      </h2>
      ${asked_again && html`<p role="note">${asked_again.why}</p>`}
      ${asked_again?.text && html`<p role="note" dir="auto">${asked_again.text}</p>`}
      ${advice && html`<p role="alert">${words.unread(advice)}</p>`}
      <p class="tips">${isSelfie ? words.selfieTips : words.tips}</p>
      <form method="post" action="?plain=documents&amp;key=${key}" enctype="multipart/form-data">
        ${choicesOf(need, words)} ${fileOf(words.choose, words)}
      </form>
    </section>
  `;
}

/** Which of several documents it is. */
function choicesOf({ choices }: CaptureNeedView, words: Words): Html {
  const first = offeredFirst(choices);
  if (choices.length <= 1) return html`<input type="hidden" name="label" value="${labelOf(first)}" />`;
  return html`
    <fieldset>
      <legend>${words.which}</legend>
      ${choices.map(
        (choice) => html`
          <label>
            <input type="radio" name="label" value="${labelOf(choice)}" ${choice === first && html`checked`} />
            ${nameOfChoice(choice, words)}
          </label>
        `,
      )}
    </fieldset>
  `;
}
