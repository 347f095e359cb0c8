import type { Words } from '../en.js';

/** What is said of agents, in German. */
export const agents: Words['agents'] = {
  title: 'Agenten',
  none: 'Es gibt keinen Agenten: Der Assistent macht einen im Gespräch.',
  version: 'Fassung',
  deployed: 'Im Einsatz',
  notDeployed: 'Nicht im Einsatz',
  casesOfMonth: 'Fälle, 30 Tage',
  withdraw: 'Zurückziehen',
  deploy: 'Einsetzen',
  definition: 'Definition',
};
