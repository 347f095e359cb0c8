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
  own: 'Mit Ihrem Konto anmelden',
  refusals: {
    refused: 'Sie wurden nicht angemeldet: Die Anmeldung wurde abgebrochen, verweigert oder dauerte zu lange.',
    no_group:
      'Sie wurden nicht angemeldet: Keine Ihrer Gruppen darf diese Konsole benutzen. Fragen Sie, wer sie betreibt.',
    failed:
      'Sie wurden nicht angemeldet: Der Anmeldedienst hat nicht geantwortet, wie er sollte. Versuchen Sie es noch einmal, oder fragen Sie, wer diese Konsole betreibt.',
    too_often:
      'Zu viele Anmeldungen sind von hier aus gescheitert. Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
  },
};
