/** What is said of bars over time, in English. */
export const chart = {
  hint: 'Drag, click, or press arrows (Shift takes several) and Enter to choose a time',
  table: 'As a table',
  when: 'When',
  none: 'There is nothing in this time.',
};
