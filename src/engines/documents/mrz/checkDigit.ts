/** Weights repeated over the characters (ICAO Doc 9303-3, 4.9). */
const WEIGHTS = [7, 3, 1] as const;

function valueOf(character: string): number {
  if (character >= '0' && character <= '9') return character.charCodeAt(0) - 48;
  if (character >= 'A' && character <= 'Z') return character.charCodeAt(0) - 55;
  return 0;
}

/**
 * The check digit of a run of MRZ characters: digits count as themselves, `A` to `Z` as 10 to 35, the filler `<` as 0; the
 * sum of the values weighted 7, 3, 1 and so on, modulo 10 (ICAO Doc 9303-3, 4.9).
 */
export function checkDigit(characters: string): string {
  let sum = 0;
  for (let i = 0; i < characters.length; i++) sum += valueOf(characters.charAt(i)) * (WEIGHTS[i % 3] ?? 0);
  return String(sum % 10);
}
