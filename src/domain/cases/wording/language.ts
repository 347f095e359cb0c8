/** Languages that a case can be held in (ISO 639-1). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const;

/** A language of a case: its replies and the sentences of its reasons are in it. */
export type Language = (typeof LANGUAGES)[number];

/** That of a case whose opener names none, and of what was opened before there were others. */
export const DEFAULT_LANGUAGE: Language = 'en';
