const distinct = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
];

/** A whole number, without marks between its thousands: in another language they would be those of a fraction. What is none stays a text, to be refused. */
export function wholeNumberWritten(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : text;
}

/** A share, 0 to 1, with either mark before its fraction; what is no number stays a text, to be refused, and nothing is undefined. */
export function shareWritten(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** Names with commas between them, each once. */
export const namesWritten = (text: string): string[] => distinct(text.split(','));

/** Texts that may have commas, a line each, each once. */
export const linesWritten = (text: string): string[] => distinct(text.split('\n'));
