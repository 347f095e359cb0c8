import type { Words } from '../en.js';

/** What is said of bars over time, in German. */
export const chart: Words['chart'] = {
  hint: 'Ziehen, klicken oder Pfeile (mit Umschalt mehrere) und Enter wählen eine Zeit',
  table: 'Als Tabelle',
  when: 'Wann',
  none: 'In dieser Zeit gibt es nichts.',
};
