/** What may come next in a query. */
export interface SearchSuggestionView {
  kind: 'field' | 'operator' | 'value';
  /**
   * What takes the place of what is written of it.
   * @example "extracted.surname"
   */
  text: string;
}

/** What may come next in a query: fields, then words and signs of the language, then values. */
export interface SearchSuggestionsView {
  suggestions: SearchSuggestionView[];
}
