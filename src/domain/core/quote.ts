/** What a caller wrote, short enough to stand in a sentence: its first 64 characters. */
export const shorten = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

/** The same between double quotes. */
export const quote = (text: string): string => JSON.stringify(shorten(text));
