import type { Words } from '../en.js';

/** What is said of a case file, in German. */
export const file: Words['file'] = {
  toReview: 'Ansehen',
  asOf: 'Wie es war',
  now: 'Jetzt',
  status: 'Stand',
  progress: 'Gesammelt',
  missing: 'Fehlt',
  decision: 'Entscheidung',
  decidedBy: 'Entschieden von',
  decidedAt: 'Entschieden am',
  language: 'Sprache',
  opened: 'Eröffnet',
  touched: 'Zuletzt berührt',
  timeline: 'Was getan wurde',
  changes: (count) => (count === 1 ? '1 Wert' : `${count} Werte`),
  prove: 'Beweisen',
  proven: (size) =>
    `Bewiesen: Es steht im unterschriebenen Protokoll von ${size} Ereignissen. Das hat dieser Browser ausgerechnet, ohne dem Dienst zu glauben.`,
  cannotProve: 'Dieser Browser rechnet das nur aus, wenn die Seite über https oder von diesem Rechner kam.',
  refuted: {
    event: 'Nicht bewiesen: Das Protokoll sagt an dieser Stelle etwas anderes.',
    root: 'Nicht bewiesen: Es führt nicht zu der Wurzel, die unterschrieben wurde.',
    signature: 'Nicht bewiesen: Kein Schlüssel des Dienstes hat das Protokoll unterschrieben.',
  },
  replay: 'Wiederholung',
  replayNow: 'Noch einmal tun, mit dem, was es jetzt gibt',
  replaying: 'Es wird noch einmal getan …',
  toReplay: 'Zur Wiederholung',
  differs: (changed, before, after) =>
    `${changed === 0 ? 'Nichts kam' : changed === 1 ? '1 Dokument kam' : `${changed} Dokumente kamen`} anders heraus (Agent ${before}, jetzt ${after}).`,
  report: 'Bericht',
  formats: { pdf: 'Als PDF', json: 'Als JSON' },
  preview: 'Was darin steht',
  messages: 'Nachrichten',
  noMessages: 'Es wurde nichts gesagt.',
  roles: { user: 'Kunde', assistant: 'Agent' },
  checks: (passed, warned, failed) =>
    `Prüfungen: ${passed} bestanden, ${warned} zweifelhaft, ${failed} nicht bestanden`,
};
