/** What ends a word of a query: blanks, brackets, signs of comparison. A quoted value is one word. */
const WORD = /(?:"(?:[^"\\]|\\.)*"?|[^\s(){}:<>="])*$/;

/** The word of a query that ends at a place, or the part of it before that: a suggestion takes its place. */
export const wordBefore = (text: string, cursor: number): string => WORD.exec(text.slice(0, cursor))?.[0] ?? '';
