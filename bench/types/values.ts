import type { Random } from '../../specimens/random.js';

/** What values and names are made of; nobody is called so. */
const SYLLABLES = 'ba bel cor dan del fer gal hol in jor kal lam lin mar mon nel nor ol pan per quin ral ros sal ser tan tor ul var vel win yor zan'.split(' '); // prettier-ignore

/** A name of one to three words. */
export const inventedName = (random: Random): string =>
  Array.from({ length: random.whole(1, 3) }, () => {
    const word = Array.from({ length: random.whole(2, 3) }, () => random.pick(SYLLABLES)).join('');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }).join(' ');

/** An amount of money, in one of the forms that are printed in a language. */
export function amount(random: Random, language: string): string {
  if (language === 'ja' || random.chance(0.05)) {
    const yen = `${random.whole(1, 99)},${random.pick(['000', '500', '280'])}`;
    return random.pick([`¥${yen}`, `${yen}円`, `¥${random.whole(80, 980)}`]);
  }

  const whole = random.whole(0, random.chance(0.7) ? 99 : 9999);
  const cents = String(random.whole(0, 99)).padStart(2, '0');
  const sign = random.pick(['', '', '', '$', '€', '£']);
  return `${sign}${whole}${random.pick(['.', ','])}${cents}`;
}

/** A number of a document, a telephone, a postcode. */
export const someNumber = (random: Random): string =>
  Array.from({ length: random.whole(1, 3) }, () => String(random.whole(10_000, 99_999_999))).join(random.pick(['', '-', ' '])); // prettier-ignore

/** What stands beside a label. */
export function valueBeside(random: Random): string {
  const kind = random.whole(0, 3);
  if (kind === 0) return inventedName(random);
  if (kind === 1) return someNumber(random);
  const [day, month] = [random.whole(1, 28), random.whole(1, 12)].map((part) => String(part).padStart(2, '0'));
  return `${day}${random.pick(['/', '.', '-'])}${month}${random.pick(['/', '.', '-'])}${random.whole(1950, 2035)}`;
}
