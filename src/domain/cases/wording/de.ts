import { de as common } from './fields/de.js';
import { counted, listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('de', items);
const days = (count: number): string => counted('de', count, ['Tag', 'Tage']);
const again = (type: string, why: string): string => `Bitte senden Sie dieses Dokument noch einmal: ${type}. ${why}`;

const reply: ReplyWords = {
  hello: (agent) => `Guten Tag, hier ist ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Bitte senden Sie Ihre Dokumente als Bilder oder PDF-Dateien.'
      : `Bitte senden Sie als Bilder oder PDF-Dateien: ${list(types)}.`,
  asksSelfie: 'Bitte senden Sie auch ein Selfie: ein Foto, das nur Ihr Gesicht zeigt.',
  helloAgain: 'Guten Tag.',
  welcome: 'Gern geschehen.',
  help: 'Senden Sie Dokumente mit einer Nachricht oder fragen Sie, was noch fehlt.',
  helpWithQuestions:
    'Senden Sie Dokumente mit einer Nachricht, fragen Sie, was noch fehlt, oder fragen Sie nach dem, was gelesen wurde, etwa einem Datum oder einer Nummer.',
  theDocument: 'Das Dokument',
  failed: (file) => `${file} konnte nicht gelesen werden; bitte senden Sie ein schärferes Bild oder eine andere Datei.`,
  unread: (file) => `${file} wird noch gelesen.`,
  unknown: (file) => `${file} sieht nicht wie ein Dokument aus, das ich kenne.`,
  takenForSelfie: (file) => `${file} sieht nicht wie ein Dokument aus, das ich kenne, und gilt deshalb als Ihr Selfie.`,
  read: (file, type) => `${file} wurde gelesen als: ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} wurde gelesen als: ${type}; etwas daran stimmt nicht${fields.length > 0 ? ` (${list(fields)})` : ''}.`,
  sentBefore: 'Diese Datei haben Sie schon einmal gesendet.',
  nothingRead: 'Bisher wurde kein Dokument gelesen.',
  readSoFar: (count) => `Bisher gelesen: ${counted('de', count, ['Dokument', 'Dokumente'])}.`,
  complete: 'Alle nötigen Dokumente sind da.',
  sideOf: (side, type) => `${type} – ${side === 'front' ? 'Vorderseite' : 'Rückseite'}`,
  needed: (missing, here, of) => `Es fehlt noch: ${list(missing)} (${here} von ${of} sind da).`,
  couldNotBeRead: (types) => `Was als ${list(types)} gesendet wurde, konnte nicht gelesen werden.`,
  selfieNeeded: 'Es fehlt noch ein Selfie: ein Foto, das nur Ihr Gesicht zeigt.',
  valueOn: (value, type) => `${value} (${type})`,
  valuesAre: (field, values) => `${field}: ${list(values)}.`,
  valueNotRead: (field) => `Nicht gelesen wurde: ${field}.`,
  nothingReadFrom: (type) => `Aus diesem Dokument wurde nichts gelesen: ${type}.`,
  allRead: (type, values, more) =>
    `Gelesen (${type}): ${values.join('; ')}${more > 0 ? `; und ${counted('de', more, ['weiterer Wert', 'weitere Werte'])}` : ''}.`,
  nothingWrong: (type) => `An diesem Dokument ist nichts falsch: ${type}.`,
  wrong: (type) => `An diesem Dokument stimmt etwas nicht: ${type}.`,
  request: {
    unreadable: (type) => again(type, 'Es konnte nicht gelesen werden.'),
    cropped: (type) => again(type, 'Ein Teil davon ist abgeschnitten.'),
    glare: (type) => again(type, 'Licht spiegelt sich darauf.'),
    wrong_document: (type) => again(type, 'Stattdessen kam ein anderes Dokument.'),
    wrong_side: (type) => again(type, 'Es kam die andere Seite davon.'),
    expired: (type) => again(type, 'Das gesendete ist abgelaufen.'),
    too_old: (type) => again(type, 'Das gesendete ist zu alt.'),
    missing: (type) => `Bitte senden Sie dieses Dokument: ${type}. Es ist noch nicht angekommen.`,
    mismatch: (type) => again(type, 'Es stimmt nicht mit den anderen überein.'),
    other: (type) => again(type, '').trimEnd(),
  },
};

const SIDES = { front: 'die Vorderseite', back: 'die Rückseite' } as const;
const OUTCOMES = { approved: 'genehmigt', review: 'in Prüfung', denied: 'abgelehnt', failed: 'gescheitert' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'Kein Dokument konnte als bekannte Dokumentart gelesen werden.',
  documentMissing: (types) => `Ein Dokument der Art ${types.join(' oder ')} wurde nicht eingereicht.`,
  documentUnfinished: 'Ein Dokument wurde noch gelesen, als der Fall abgeschlossen wurde.',
  documentFailed: 'Ein Dokument konnte nicht gelesen werden.',
  documentUnknown: 'Ein Dokument passt zu keiner bekannten Dokumentart.',
  documentDuplicate: 'Dieselbe Datei wurde mehrmals hochgeladen; sie zählt einmal.',
  documentReused: (before, type) =>
    `Dieselbe Datei steht für ein Dokument der Art ${before} und für eines der Art ${type}.`,
  optionalInvalid: (type) => `Ein nicht verlangtes Dokument der Art ${type} verletzt Prüfregeln.`,
  superseded: (type) => `Ein Dokument der Art ${type} verletzte Regeln; ein späteres zählt.`,
  replaced: (type) => `Ein Dokument der Art ${type} wurde noch einmal angefordert; ein späteres zählt.`,
  requested: (type) => `Ein Dokument der Art ${type} wurde noch einmal angefordert und ist nicht gekommen.`,
  corrected: (field, type) => `Ein Mensch hat ${field} im Dokument der Art ${type} berichtigt.`,
  crossMatchNotPossible: (fields) =>
    `Keine zwei Dokumente nennen ein Feld, das übereinstimmen muss (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} ist nicht auf allen Dokumenten gleich (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `Keines der Felder, die übereinstimmen müssen, konnte im Dokument der Art ${type} gelesen werden.`,
  valuesDiffer: (type, field) => `Dokumente der Art ${type} nennen ${field} verschieden; der spätere Wert zählt.`,
  underAge: (type, years) =>
    `Nach dem Dokument der Art ${type} ist der Inhaber jünger als ${counted('de', years, ['Jahr', 'Jahre'])}.`,
  expiresSoon: (type, count) => `Das Dokument der Art ${type} ist ab heute keine ${days(count)} mehr gültig.`,
  tooOld: (type, count) => `Das Dokument der Art ${type} ist älter als ${days(count)}.`,
  dateMissing: (rule, type) =>
    type === undefined
      ? `Kein Dokument hat das Datum, um das es in der Regel ${rule} geht.`
      : `Das Dokument der Art ${type} hat nicht das Datum, um das es in der Regel ${rule} geht.`,
  dateUnclear: (rule, field) =>
    `Die Regel ${rule} lässt sich nach dem, was als ${field} gelesen wurde, nicht beurteilen.`,
  confidenceUnread: (field) =>
    `Die Regel min_confidence lässt sich nicht beurteilen, denn ${field} wurde nicht gelesen.`,
  confidenceUnstated: (field) =>
    `Die Regel min_confidence lässt sich nicht beurteilen, denn kein Dokument hat ${field}.`,
  lowConfidence: (field, least) => `${field} wurde mit einer Sicherheit unter ${least} gelesen.`,
  expectedNotStated: (field) => `Kein Dokument nennt ${field}, was erwartet wird.`,
  expectedMismatch: (field, types) =>
    `${field} ist nicht, was erwartet wird (${types.length > 0 ? types.join(', ') : 'die Dokumente'}).`,
  sideMissing: (side, type) => `Vom Dokument der Art ${type} fehlt ${side === undefined ? 'eine Seite' : SIDES[side]}.`,
  forcedOutcome: (decision) =>
    `Der Fall ist eine Probe, und seine Metadaten verlangen das Ergebnis „${OUTCOMES[decision]}“.`,
  blocklistedPerson: 'Die Person, die das Dokument nennt, steht auf der Sperrliste.',
  blocklistedNumber: 'Die Nummer des Dokuments steht auf der Sperrliste.',
  sameFile: 'Dieselbe Datei ist in einem anderen Fall.',
  sameDocument: 'Ein Dokument derselben Art und Nummer und desselben Ausstellerlandes ist in einem anderen Fall.',
  samePerson: 'Eine Person mit demselben Namen und Geburtsdatum ist in einem anderen Fall.',
  ofAnother: 'Dort war es das einer anderen Person.',
  faceAlike: (type) => `Das Porträt auf dem Dokument der Art ${type} und das Selfie sind einander ähnlich genug.`,
  faceMismatch: (type) =>
    `Das Porträt auf dem Dokument der Art ${type} und das Selfie sind einander weniger ähnlich, als der Agent verlangt.`,
  faceNotCompared: {
    no_document: () => 'Es wurden keine Gesichter verglichen: Es gibt kein Ausweisdokument.',
    no_selfie: () => 'Es wurden keine Gesichter verglichen: Es gibt kein Selfie.',
    no_portrait: (type) =>
      `Es wurden keine Gesichter verglichen: Auf dem Dokument der Art ${type} wurde kein Porträt gefunden.`,
    no_face: () => 'Es wurden keine Gesichter verglichen: Auf dem Selfie wurde kein Gesicht gefunden.',
    several_faces: () => 'Es wurden keine Gesichter verglichen: Das Selfie zeigt mehrere.',
    unreadable: () => 'Es wurden keine Gesichter verglichen: Eine Datei ließ sich nicht ansehen.',
    no_engine: () => 'Es wurden keine Gesichter verglichen: Sie konnten nicht angesehen werden.',
    too_many: (type) => `Das Porträt auf dem Dokument der Art ${type} wurde nicht verglichen: Es sind zu viele.`,
  },
  watchlist: {
    portrait: (type) => `Das Porträt auf dem Dokument der Art ${type}`,
    selfie: 'Das Selfie',
    hit: (face, list) => `${face} ähnelt einem Gesicht auf einer Beobachtungsliste (${list}).`,
    clear: (face, list) => `${face} ähnelt keinem Gesicht auf einer Beobachtungsliste (${list}).`,
    notSearched: (face, list) => `${face} wurde nicht mit einer Beobachtungsliste verglichen (${list}).`,
    nothingToSearch: (list) => `Kein Gesicht wurde mit einer Beobachtungsliste verglichen (${list}).`,
    names: {
      politically_exposed_person: 'politisch exponierte Personen',
      sanction_watch: 'sanktionierte Personen',
      public_figures: 'Personen des öffentlichen Lebens',
      fraudsters: 'Betrüger',
      celebrity: 'Prominente',
    },
  },
};

const checks: Wording['checks'] = {
  blurred: 'Das Bild ist zu unscharf, um sicher gelesen zu werden.',
  text_too_small: 'Die Schrift ist zu klein, um sicher gelesen zu werden, oder es gibt keine.',
  too_dark: 'Das Bild ist zu dunkel.',
  low_contrast: 'Die Schrift hebt sich kaum vom Grund ab.',
  glare: 'Eine Spiegelung verdeckt einen Teil des Dokuments.',
  cut_off: 'Schrift berührt den Rand des Bildes.',
  mrz_missing: 'Es wurde keine maschinenlesbare Zone gefunden.',
  mrz_partly_unreadable: 'Namen oder Länder der maschinenlesbaren Zone waren zu schlecht zu lesen.',
  mrz_check_digit_fails: 'Eine Prüfziffer der maschinenlesbaren Zone stimmt nicht.',
  mrz_dates_impossible:
    'Die maschinenlesbare Zone nennt ein Datum, das es nicht gibt, oder Daten, die nicht zusammenpassen.',
  barcode_missing: 'Es wurde kein Strichcode gefunden.',
  portrait_missing: 'Es wurde kein Porträt gefunden.',
  portrait_poor: 'Das Porträt ist zu klein, unscharf oder flau, um sicher verglichen zu werden.',
  mrz_differs_from_print: 'Die maschinenlesbare Zone und der Druck nennen ein Feld verschieden.',
  mrz_not_found_in_print: 'Nichts von dem, was die maschinenlesbare Zone sagt, wurde im Druck gefunden.',
  barcode_differs_from_print: 'Der Strichcode und der Druck nennen ein Feld verschieden.',
  barcode_not_found_in_print: 'Nichts von dem, was der Strichcode über Inhaber und Dokument sagt, fand sich im Druck.',
  editing_software: 'Die Datei ging durch ein Programm, mit dem man Bilder oder PDFs verändert.',
  pdf_changed_after_creation: 'Dem PDF wurde etwas hinzugefügt, nachdem es zuerst geschrieben war.',
  modified_after_created: 'Die Datei sagt, dass sie nach ihrer Entstehung geändert wurde.',
  looks_like_screenshot: 'Das Bild hat die Größe eines Bildschirms und keine Spur einer Kamera.',
  pdf_text_changed: 'Eine Aktualisierung des PDF änderte Text einer Seite, die es schon gab.',
  pdf_text_covered: 'Text des PDF liegt unter etwas Deckendem, und darüber steht anderer Text.',
  font_differs_in_value: 'Ein Wert ist in anderer Schrift, Größe oder Grundlinie gesetzt als die neben ihm.',
  records_contradictory: 'Was die Datei über sich selbst sagt, widerspricht sich.',
  ground_differs_at_value: 'Der Grund unter einem Wert ist bis zu geraden Kanten anders als ringsum.',
  paper_differs_at_value:
    'Der Grund unter einem Wert ist heller als ringsum, anders als bei jeder anderen Zeile der Seite.',
  print_differs_at_value: 'Ein Datum ist anders gedruckt als alle anderen Daten seiner Seite, die einander gleichen.',
  part_saved_differently: 'Ein Teil des Bildes wurde zuvor mit weniger Einzelheiten gespeichert als der Rest.',
  part_resized: 'Ein Teil des Bildes wurde vor dem Einfügen in der Größe geändert, der Rest nicht oder nicht ebenso.',
  value_missing: 'Ein Feld, das die Dokumentart verlangt, wurde nicht gefunden.',
  pattern_broken: 'Ein Wert entspricht nicht dem Muster seiner Regel.',
  format_broken: 'Ein Wert hat nicht das Format seiner Regel.',
  expired: 'Das Dokument ist abgelaufen.',
  dates_impossible: 'Ein Datum liegt in der Zukunft oder zu weit zurück, oder Daten passen nicht zusammen.',
  model_differs: 'Das Sprachmodell liest auf der Seite einen anderen Wert als die Auswertung.',
  model_alone: 'Ein Wert wurde allein vom Sprachmodell gefunden; er steht auf der Seite.',
  seen_by_model: 'Was das Bild zeigt, hat allein das Sprachmodell gesagt; kein Druck belegt es.',
  model_not_on_page: 'Das Sprachmodell nannte einen Wert, der nicht auf der Seite steht; er wurde nicht übernommen.',
  model_type_differs: 'Das Sprachmodell hält das Dokument für eine andere Art als die Auswertung.',
  type_mismatch: 'Das Dokument sieht nach einer anderen Art aus als der verlangten.',
  not_required: 'Der Agent braucht kein Dokument dieser Art.',
};

const fields: Wording['fields'] = {
  ...common,
  expiry_date: 'Ablaufdatum',
  birth_date: 'Geburtsdatum',
  issue_date: 'Ausstellungsdatum',
  issuing_authority: 'ausstellende Behörde',
  nationality: 'Staatsangehörigkeit',
  surname: 'Nachname',
  given_names: 'Vornamen',
  full_name: 'Name',
  address: 'Adresse',
  iban: 'IBAN',
  tax_number: 'Steuernummer',
  document_number: 'Dokumentnummer',
  sex: 'Geschlecht',
  birth_place: 'Geburtsort',
};

/** German. */
export const de: Wording = { or: 'oder', reply, reason, fields, checks };
