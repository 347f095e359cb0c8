import type { Words } from '../en.js';

/** What is said of governance, in German. */
export const governance: Words['governance'] = {
  title: 'Aufsicht',
  make: 'Neuer Satz',
  none: 'Kein Satz wacht über etwas: Machen Sie einen für einen Dokumenttyp.',
  type: 'Dokumenttyp',
  schedule: 'Läuft',
  off: 'aus',
  lastRun: 'Letzter Lauf',
  run: 'Jetzt laufen lassen',
  turnOff: 'Ausschalten',
  turnOn: 'Einschalten',
  runs: 'Läufe',
  noRuns: 'Er ist noch nicht gelaufen.',
  begun: 'Begonnen',
  passed: 'Halten die Regeln',
  failed: 'Brechen die Regeln',
  newlyFailed: 'Hielten sie vorher',
  otherDecision: 'Würde anders entschieden',
  results: 'Was der Lauf fand',
  which: 'Welche',
  noResults: 'Keines ist so.',
  broken: 'Gebrochene Regeln',
  drift: 'Wie Dokumente sich verschieben',
  driftSince: (since, now, before) =>
    `${now} Dokumente seit ${since}, neben ${before} aus ebenso vielen Tagen davor. Davor → jetzt.`,
  field: 'Feld',
  allDocuments: 'Alle Dokumente',
  measures: { valid: 'Halten die Regeln', filled: 'Haben einen Wert', confidence: 'Sicherheit', moved: 'Verschoben' },
  alarm: (of, measure, is, limit) => `${of}: „${measure}“ ist ${is}, verlangt ist ${limit}.`,
  statuses: {
    all: 'Alle',
    fail: 'Brechen die Regeln',
    pass: 'Halten die Regeln',
  },
  fields: {
    name: 'Name',
    context_id: 'Dokumenttyp',
    schedule: 'Wann',
  },
  hints: {
    name: 'Für Menschen.',
    context_id: 'Seine Kennung, etwa passport.',
    schedule: 'hourly, daily, weekly, monthly oder ein Cron-Ausdruck aus fünf Feldern, in UTC.',
  },
};
