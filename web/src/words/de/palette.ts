import type { Words } from '../en.js';

/** What is said of the palette, in German. */
export const palette: Words['palette'] = {
  title: 'Was tun',
  open: 'Finden',
  hint: 'Was zu tun ist, oder die Referenz eines Falls',
  screens: 'Ansichten',
  screen: 'Ansicht',
  none: 'Nichts heißt so.',
};
