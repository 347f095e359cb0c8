import escapeHtml from 'escape-html';

/** A piece of HTML: what it was made of is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | null | undefined | false;

const textOf = (part: Part): string => (part instanceof Html ? part.text : part ? escapeHtml(part) : '');

/** Makes a piece of HTML: each text that is put in is escaped, each piece stays, and nothing is written of null, undefined and false. */
export const html = (strings: TemplateStringsArray, ...parts: readonly (Part | readonly Part[])[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map((part) => [part].flat().map(textOf).join(''))));
