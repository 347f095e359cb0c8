/** Values of the letters in the check digit of a vehicle identification number (49 CFR 565.15). */
const LETTER_VALUES: { [letter: string]: number } = Object.fromEntries(
  [...'ABCDEFGHJKLMNPRSTUVWXYZ'].map((letter, i) => [letter, [...'12345678123457923456789'].map(Number)[i]!]),
);

/** Weights of the seventeen positions; the ninth is the check digit itself (49 CFR 565.15). */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Whether a text is a vehicle identification number (ISO 3779): seventeen characters without I, O and Q. The check digit is
 * mandatory, and checked, only for North America (world manufacturer identifiers 1 to 5).
 */
export function isVehicleIdentificationNumber(vin: string): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return false;
  if (!/^[1-5]/.test(vin)) return true;
  const sum = [...vin].reduce((total, c, i) => total + WEIGHTS[i]! * (LETTER_VALUES[c] ?? Number(c)), 0);
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}
