/** The sides of a card. */
export const SIDES = ['front', 'back'] as const;

/** A side of a card. */
export type Side = (typeof SIDES)[number];

/** What a label calls a side, in the languages of the replies. */
const FRONT = /(^|[^\p{L}])(front|recto|vorderseite|anverso|frente|fronte|avant)($|[^\p{L}])/iu;
const BACK = /(^|[^\p{L}])(back|reverse|verso|rückseite|reverso|dorso|retro|arrière)($|[^\p{L}])/iu;

/** The sides that a label names. */
export const sidesNamed = (label: string): Side[] => [
  ...(FRONT.test(label) ? ['front' as const] : []),
  ...(BACK.test(label) ? ['back' as const] : []),
];

/** A label without what it says of sides: `identity_card back` names an identity card. */
export const withoutSide = (label: string): string => label.replace(FRONT, ' ').replace(BACK, ' ').trim();
