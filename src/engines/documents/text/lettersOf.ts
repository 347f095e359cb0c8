/** How many letters a text has. */
export const lettersOf = (text: string): number => text.replace(/[^\p{L}]/gu, '').length;
