import type { Words } from '../en.js';

/** What is said of links for customers, in German. */
export const links: Words['links'] = {
  title: 'Links für den Kunden',
  make: 'Link erstellen',
  none: 'Es wurde kein Link erstellt. Mit einem reicht der Kunde Dokumente auf einer eigenen Seite ein.',
  address:
    'Senden Sie dem Kunden diese Adresse. Sie wird nur jetzt gezeigt und gilt einen Tag und für eine Einsendung:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  made: 'Erstellt',
  until: 'Gültig bis',
  opened: 'Geöffnet',
  sent: 'Eingesandt',
  of: (used, uses) => `${used} von ${uses}`,
  agreed: 'Zugestimmt',
  end: 'Beenden',
  endThat: (made) => `Link vom ${made} beenden`,
  ended: 'Beendet',
};
