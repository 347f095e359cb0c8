/** Characters that reading takes for one another in OCR-B, by what was read, likeliest first. */
const LOOKALIKES: { readonly [read: string]: string } = {
  '0': 'ODQ',
  '1': 'IL',
  '2': 'Z',
  '4': 'A<',
  '5': 'S',
  '6': 'G',
  '7': 'T',
  '8': 'B',
  A: '4',
  B: '8',
  C: '<G',
  D: '0O',
  E: '<',
  G: '6C',
  H: 'M',
  I: '1L',
  K: '<',
  L: '1<',
  N: 'M',
  O: '0',
  Q: '0O',
  R: '<',
  S: '5<',
  T: '7',
  U: '0',
  X: '<',
  Z: '2',
};

/** What can be meant where `read` was read, likeliest first; empty when it is not taken for anything else. */
export function lookalikesOf(read: string): string {
  return LOOKALIKES[read] ?? '';
}

/** Whether a layout's class of position (see {@link MrzLayout}) takes a character. */
export function allows(positionClass: string, character: string): boolean {
  switch (positionClass) {
    case '9':
      return character >= '0' && character <= '9';
    case 'n':
      return character === '<' || (character >= '0' && character <= '9');
    case 'a':
      return character === '<' || (character >= 'A' && character <= 'Z');
    case 's':
      return 'MFX<'.includes(character);
    case 't':
      return 'ACI'.includes(character);
    case 'x':
      return true;
    default:
      return character === positionClass;
  }
}

/** Text as MRZ characters: quotation marks that look like fillers become fillers, all that cannot stand in a zone is dropped. */
export function toMrzCharacters(text: string): string {
  return text
    .replace(/[«≪]/g, '<<')
    .replace(/[‹〈＜([{]/g, '<')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9<]/g, '');
}
