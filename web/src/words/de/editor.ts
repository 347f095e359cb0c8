import type { Words } from '../en.js';

/** What is said of editing, in German. */
export const editor: Words['editor'] = {
  asForm: 'Als Formular',
  versions: 'Fassungen',
  differences: 'Was anders ist',
  noFormOfText:
    'Ein Formular gibt es erst, wenn der Text JSON ist; was daran falsch ist, steht darunter. Er bleibt, wie Sie ihn geschrieben haben.',
  noDifferences: 'Nichts ist anders.',
  place: 'Stelle',
  before: 'Vorher',
  after: 'Nachher',
  changed: 'Was sie geändert hat',
  takeBack: 'Zurückholen',
  noObject: 'Es muss ein Objekt sein: { … }',
  simulation: 'Was anders wäre',
  simulationHint: 'Der Entwurf wird an dem erprobt, was früher gelesen wurde. Nichts ändert sich.',
  simulate: 'An der Vergangenheit erproben',
  nothingDiffers: 'Nichts würde anders entschieden.',
  noJson: (error) => `Das ist kein JSON: ${error}`,
  refusedAt: (line, message) => `Zeile ${line}: ${message}`,
  showRefused: 'Dorthin',
  overtaken: 'Jemand hat es inzwischen gespeichert. Was anders ist, bezieht sich darauf; Speichern überschreibt es.',
  overtakenHere:
    'Sie haben eine frühere Fassung zurückgeholt. Was anders ist, bezieht sich darauf; Speichern setzt an ihre Stelle, was geschrieben ist.',
  takeSaved: 'Meines verwerfen, das Gespeicherte zeigen',
  simulated: (processed, total, different) => `${processed} von ${total} erprobt, ${different} anders`,
};
