import type { Words } from '../en.js';

/** What is said of document types, in German. */
export const types: Words['types'] = {
  title: 'Dokumenttypen',
  make: 'Neuer Dokumenttyp',
  none: 'Es gibt keinen Dokumenttyp.',
  category: 'Art',
  fields: 'Felder',
  casesOfMonth: 'Fälle, 30 Tage',
  corrected: 'Berichtigte Werte',
  whose: 'Wem er gehört',
  everybodys: 'Allen',
  fromSamples: 'Aus Beispielen, höchstens drei',
  fromWords: 'Oder in Worten: Was steht darauf?',
  suggest: 'Einen vorschlagen',
  looking: 'Es wird angesehen …',
  suggested: 'Was gefunden wurde; ändern Sie es nach Belieben',
  config: 'Einstellungen',
  notYours: 'Dieser Typ gehört allen: Er lässt sich erproben, nicht ändern.',
  nothingRead: 'Nichts wurde gelesen.',
  where: 'Wo',
  rules: 'Regeln',
  tryHint: 'Eine Seite, um ihn zu erproben',
  knownAs: (id) => `Dafür gibt es schon einen Typ: ${id}.`,
  at: (page, left, top) => `Seite ${page}, ${left} von links, ${top} von oben`,
  try: 'Erproben',
};
