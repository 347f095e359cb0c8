import type { Words } from '../en.js';

/** What is said of saved views, in German. */
export const views: Words['views'] = {
  title: 'Gespeicherte Ansichten',
  save: 'Diese Ansicht speichern',
  none: 'Keine ist gespeichert: Speichern Sie, was hier gezeigt wird, unter einem Namen.',
  whose: 'Wessen',
  shared: 'Geteilt',
  own: 'Ihre',
  share: 'Alle des Mandanten sehen sie',
  remove: 'Löschen',
  erased: 'Mit einer Person gelöscht, die sie nannte',
  removeIt: (name) => `${name} löschen`,
  alert: 'Webhook-Empfänger rufen, wenn sie etwas Neues findet',
  alerts: 'Neues',
  told: 'Wird gemeldet',
};
