import type { Words } from '../en.js';

/** What is said of the audit trail, in German. */
export const audit: Words['audit'] = {
  title: 'Protokoll',
  actor: 'Wer',
  action: 'Was',
  aggregate: 'Woran',
  examples: { actor: 'key:…', action: 'CaseDecided', aggregate: 'case-…' },
  show: 'Zeigen',
  empty: 'Nichts dergleichen wurde getan: Lassen Sie ein Feld leer oder nehmen Sie eine längere Zeit.',
};
