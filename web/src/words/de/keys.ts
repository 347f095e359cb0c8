import type { Words } from '../en.js';

/** What is said of keys, in German. */
export const keys: Words['keys'] = {
  title: 'Tasten',
  on: 'Einzelne Tasten bewirken etwas',
  close: 'Schließen',
  of: { everywhere: 'Überall', queue: 'Die Liste', review: 'Ein Fall' },
  names: {
    help: 'Tasten zeigen',
    queue: 'Zur Liste',
    discover: 'Dokumente, Fälle und Ereignisse suchen',
    takeNext: 'Nächsten Fall nehmen',
    nextCase: 'Nächster Fall',
    previousCase: 'Voriger Fall',
    choose: 'Den Fall wählen, oder nicht mehr',
    assign: 'Die gewählten Fälle zuweisen',
    approve: 'Annehmen',
    deny: 'Ablehnen',
    request: 'Mehr verlangen',
    note: 'Notiz hinzufügen',
    block: 'Auf die Sperrliste setzen',
    undo: 'Entscheidung zurücknehmen',
    nextDocument: 'Nächstes Dokument',
    previousDocument: 'Voriges Dokument',
    nextPage: 'Nächste Seite',
    previousPage: 'Vorige Seite',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    rotate: 'Drehen',
    beside: 'Zwei Dokumente nebeneinander',
    caseFile: 'Die Akte',
  },
};
