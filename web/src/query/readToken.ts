/** What a piece of a query is, as it is coloured. */
export type TokenKind = 'field' | 'operator' | 'word' | 'value' | 'bracket';

/** A piece of a query. */
export interface Token {
  /** Characters that it has. */
  length: number;
  /** Undefined for blanks, and for what cannot be read. */
  kind: TokenKind | undefined;
}

/** What reads each kind of piece, the first that fits; names are those of the rules of the grammar of the service. */
const RULES: readonly (readonly [pattern: RegExp, kind: TokenKind | undefined])[] = [
  [/^[ \t\r\n]+/, undefined],
  // `Field`, before its colon or comparison.
  [/^(?:"(?:\\.|[^"\\])*"|(?:\\.|[^\\():<>"*{} \t\r\n])+)(?=[ \t\r\n]*[:<>])/, 'field'],
  [/^(?:and|or|not)(?![^\\():<>"{} \t\r\n]|\\.)/i, 'word'],
  [/^(?::|[<>]=?)/, 'operator'],
  [/^[(){}]/, 'bracket'],
  // `Text`, also one that is not closed yet, and `Word`.
  [/^"(?:\\.|[^"\\])*"?/, 'value'],
  [/^(?:\\.|[^\\():<>"{} \t\r\n])+/, 'value'],
];

/** Reads the first piece of a text that is not empty. */
export function readToken(text: string): Token {
  for (const [pattern, kind] of RULES) {
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > 0) return { length, kind };
  }
  return { length: 1, kind: undefined };
}
