import type { Words } from '../en.js';

/** What is said of examples of document types, in German. */
export const typeExamples: Words['typeExamples'] = {
  title: 'Beispiele',
  hint: 'Seiten, die mit dem aufbewahrt werden, was aus ihnen zu lesen ist. Jede Änderung des Typs sagt, welche davon sie bricht.',
  none: 'Noch wird keine Seite zu diesem Typ aufbewahrt: Bewahren Sie eine auf, und eine Änderung, die sie bricht, sagt es.',
  noneReader: 'Noch wird keine Seite zu diesem Typ aufbewahrt.',
  name: 'Beispiel',
  nameless: 'Ohne Namen',
  expected: 'Erwartet',
  kept: 'Aufbewahrt',
  nothingExpected: 'Nur, dass es sich lesen lässt',
  remove: 'Löschen',
  removeOf: (name) => `Das Beispiel ${name} löschen`,
  keep: 'Ein Beispiel aufbewahren',
  keepIt: 'Aufbewahren',
  page: 'Eine Seite zum Aufbewahren',
  past: 'Oder ein früheres Dokument',
  choosePast: 'Wählen Sie eines …',
  noPast: 'Noch wurde kein Dokument dieses Typs eingereicht.',
  called: 'Wie es heißen soll',
  calledHint: 'Für Menschen. Es darf leer bleiben.',
  whatIsExpected: 'Was daraus zu lesen ist',
  expectedHint:
    'Berichtigen Sie, was falsch gelesen wurde; null, wo nichts gelesen werden darf. Ein Feld, das fehlt, wird nicht angesehen.',
  unread: (error) => `Daraus lässt sich nichts lesen; sagen Sie, was erwartet wird: ${error}`,
  maskedUnchanged: (fields) =>
    `Verdeckt: ${fields}. Solange hier nichts geändert wird, wird auch erwartet, was jetzt davon gelesen wird; sonst schreiben Sie die Werte, oder sie werden nicht angesehen.`,
  maskedPast: (fields) =>
    `Verdeckt: ${fields}. Schreiben Sie die Werte, damit sie angesehen werden; verdeckt sind sie überall, wo sie gezeigt werden.`,
  forExamples: 'Als Beispiel seines Typs aufbewahren',
  check: 'Was die Beispiele sagen',
  checkHint: 'Die Beispiele werden mit dem Entwurf gelesen. Nichts wird gespeichert.',
  checkAsIs: 'Die Beispiele werden mit dem Typ gelesen, wie er ist.',
  checkIt: 'Beispiele prüfen',
  checking: 'Die Beispiele werden gelesen …',
  outcome: (holding, of, broken) =>
    broken === 0
      ? `${holding} von ${of} halten. Die Änderung bricht keines.`
      : `${holding} von ${of} halten. Die Änderung bricht ${broken}.`,
  asIs: (holding, of) => `${holding} von ${of} halten.`,
  field: 'Feld',
  got: 'Gelesen',
  nothing: 'nichts',
  behindMask: 'sie unterscheiden sich, wo sie verdeckt sind',
  broken: 'von der Änderung gebrochen',
  brokenBefore: 'nicht von der Änderung',
};
