import type { Words } from '../en.js';

/** What is said of the overview, in German. */
export const overview: Words['overview'] = {
  title: 'Überblick',
  period: 'Zeitraum',
  days: (days) => `Letzte ${days} Tage`,
  opened: 'Eröffnete Fälle',
  outcomes: { completed: 'Abgeschlossen', review: 'In Prüfung', denied: 'Abgelehnt', failed: 'Gescheitert' },
  byPerson: 'Von Menschen entschieden',
  time: 'Zeit bis zur Entscheidung',
  slowest: (time) => `95 % binnen ${time}`,
  points: (points) => `${points} Punkte`,
  perDay: 'Fälle jedes Tages nach dem, was aus ihnen wurde',
  reasons: 'Warum Fälle nicht angenommen werden',
  noReasons: 'Gegen keinen Fall dieser Tage sprach ein Grund.',
  fields: 'Felder, die Menschen berichtigen',
  noFields: 'Niemand hat in diesen Tagen ein Feld berichtigt.',
  corrected: 'Berichtigt',
  unsure: 'Mit Zweifel gelesen',
  cases: 'Fälle',
  share: 'Anteil',
  by: { goal: 'Nach Agent', version: 'Nach Fassung', document_type: 'Nach Dokumenttyp' },
  watchedBy: 'Überwacht von',
  alarms: 'Alarme',
  noAlarm: 'Keiner',
  noDrift: 'Kein Satz achtet hier auf Verschiebungen: Geben Sie einem mit PATCH /v1/governance/{id} `config.drift`.',
  noCases: 'In diesen Tagen wurde kein Fall eröffnet: POST /v1/cases eröffnet einen.',
};
