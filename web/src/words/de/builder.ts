import type { Words } from '../en.js';

/** What is said of the wizard, in German. */
export const builder: Words['builder'] = {
  title: 'Einen Agenten im Gespräch machen',
  hint: 'Sagen Sie, wofür er ist und welche Dokumente er verlangt; Beispiele lassen sich hineinziehen.',
  start: 'Beginnen',
  step: 'Schritt',
  missing: 'Fehlt',
  understood: 'Bisher verstanden',
  suggestions: 'Was folgen kann',
  toAgent: 'Zum Agenten',
  talk: 'Gespräch',
  say: 'Sagen Sie etwas',
  example: 'Nenne ihn Kundenaufnahme und nimm den Reisepass dazu',
  samples: 'Beispiele',
};
