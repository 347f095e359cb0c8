import type { Words } from '../en.js';

/** What is said of signing in, in German. */
export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  key: 'API-Schlüssel',
  keyHint: 'Seine Rechte bestimmen, was Sie hier tun können. Er bleibt auf dem Server, diese Seite behält ihn nicht.',
  name: 'Ihr Name',
  nameHint: 'Steht neben Ihren Entscheidungen. Bleibt in diesem Browser.',
  submit: 'Anmelden',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an; nichts Eingetipptes geht verloren.',
  out: 'Abmelden',
};
