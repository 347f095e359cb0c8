/** A text, and where its writer stands in it. */
export interface Written {
  text: string;
  cursor: number;
}

/** What ends a word of a query: blanks, brackets, signs of comparison. A quoted value is one word. */
const WORD = /(?:"(?:[^"\\]|\\.)*"?|[^\s(){}:<>="])*$/;

/** Puts a suggestion in the place of the word that ends at the cursor. */
export function completed(text: string, cursor: number, suggestion: string): Written {
  const before = text.slice(0, cursor);
  const start = cursor - (WORD.exec(before)?.[0].length ?? 0);
  const blank = /\s$/.test(suggestion) || text.charAt(cursor) === ' ' ? '' : ' ';
  const written = before.slice(0, start) + suggestion + blank;
  return { text: written + text.slice(cursor), cursor: written.length };
}
