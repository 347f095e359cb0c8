/** What is said of the palette, in English. */
export const palette = {
  title: 'What to do',
  open: 'Find',
  hint: 'What to do, or the reference of a case',
  screens: 'Screens',
  screen: 'screen',
  none: 'Nothing is called so.',
};
