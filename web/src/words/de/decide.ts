import type { Words } from '../en.js';

/** What is said of decisions, in German. */
export const decide: Words['decide'] = {
  approve: 'Annehmen',
  deny: 'Ablehnen',
  request: 'Mehr verlangen',
  note: 'Notiz hinzufügen',
  reason: 'Grund',
  reasonHint: 'Freiwillig, wenn Ihr Agent keinen verlangt.',
  confirmApprove: 'Diesen Fall annehmen',
  confirmDeny: 'Diesen Fall ablehnen',
  pending: { approve: 'Angenommen', deny: 'Abgelehnt' },
  undo: 'Rückgängig',
  undone: 'Zurückgenommen: nichts wurde entschieden.',
  changed: 'Der Fall hat sich geändert, seit Sie ihn angesehen haben. Sehen Sie noch einmal hin.',
  failed: (detail) => `Es wurde nicht entschieden: ${detail}`,
  look: 'Noch einmal ansehen',
  documentType: 'Dokument',
  code: 'Was nicht stimmt',
  text: 'Text an den Kunden',
  send: 'Senden',
  noteText: 'Notiz',
  requested: 'Der Kunde ist gefragt.',
  block: 'Sperren',
};
