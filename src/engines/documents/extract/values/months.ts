import { distance } from 'fastest-levenshtein';
import { foldText } from '../../text/fold.js';

/** Names of the months, January first, in the languages documents are commonly printed in. */
const MONTHS_BY_LANGUAGE: readonly string[] = [
  'january february march april may june july august september october november december', // English
  'jan feb mar apr may jun jul aug sept oct nov dec',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre', // French
  'janv fevr mars avr mai juin juil aout sept oct nov dec',
  'januar februar marz april mai juni juli august september oktober november dezember', // German
  'janner feber maerz apr mai jun jul aug sep okt nov dez',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre', // Spanish
  'ene feb mar abr may jun jul ago set oct nov dic',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre', // Italian
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro', // Portuguese
  'jan fev mar abr mai jun jul ago set out nov dez',
  'januari februari maart april mei juni juli augustus september oktober november december', // Dutch
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia', // Polish
  'sty lut mar kwi maj cze lip sie wrz paz lis gru',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie', // Romanian
  'ian feb mar apr mai iun iul aug sep oct noi dec',
  'januari februari mars april maj juni juli augusti september oktober november december', // Swedish
  'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu', // Finnish
  'tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu',
  'ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince', // Czech
  'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik', // Turkish
  'oca sub mar nis may haz tem agu eyl eki kas ara',
  'januari februari mac april mei jun julai ogos september oktober november disember', // Malay
  'jan feb mac apr mei jun jul ogo sep okt nov dis',
  'januari februari maret april mei juni juli agustus september oktober november desember', // Indonesian
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря', // Russian
  'ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου', // Greek
];

/** Folded name to month number. A name that means different months in two languages keeps the first; `lis`, `listopad` do. */
const MONTH_NUMBERS = new Map<string, number>();
for (const language of MONTHS_BY_LANGUAGE) {
  language.split(' ').forEach((name, i) => {
    const folded = foldText(name);
    if (!MONTH_NUMBERS.has(folded)) MONTH_NUMBERS.set(folded, i + 1);
  });
}

/** From this length on one letter of a month's name may be misread. */
const LENGTH_THAT_FORGIVES = 5;

/** The number of a month by its name or abbreviation in any of the languages, or `null`. */
export function monthNumber(name: string): number | null {
  const folded = foldText(name);
  const exact = MONTH_NUMBERS.get(folded);
  if (exact) return exact;
  if (folded.length < LENGTH_THAT_FORGIVES) return null;
  for (const [known, month] of MONTH_NUMBERS) {
    if (known.length >= LENGTH_THAT_FORGIVES && distance(known, folded) === 1) return month;
  }
  return null;
}
