import type {
  CoverWords,
  DocumentWords,
  FaceWords,
  FindingWords,
  HistoryWords,
  ReportWording,
  TimelineWords,
} from './reportWording.js';

const cover: CoverWords = {
  title: 'Prüfbericht',
  outcomes: {
    approved: 'Genehmigt',
    review: 'In Prüfung',
    denied: 'Abgelehnt',
    failed: 'Gescheitert',
    none: 'Abgelaufen ohne Entscheidung',
  },
  afterReview: (outcome, author, time) => `${outcome} nach Prüfung durch ${author} am ${time}.`,
  saidWith: (author, key) => `${author} (so angegeben mit: ${key})`,
  erased: 'Der Inhalt des Falls wurde gelöscht; dies ist, was von ihm noch bekannt ist.',
  approved: (time) => `Nach den Regeln des Agenten genehmigt am ${time}; nichts verlangte eine Prüfung.`,
  review: (time) => `Abgeschlossen am ${time}; ein Mensch muss genehmigen oder ablehnen.`,
  failed: (time) => `Abgeschlossen am ${time}; es gab nichts, worüber zu entscheiden war.`,
  denied: (time) => `Nach den Regeln des Agenten abgelehnt am ${time}.`,
  expired: (time) => `Im Fall geschah zu lange nichts; er lief ab am ${time}.`,
  case: 'Fall',
  clientReference: 'Kundenreferenz',
  tenant: 'Mandant',
  platform: 'Plattform',
  agent: 'Agent',
  agentAndVersion: (name, version) => `${name}, Version ${version}`,
  askedFor: 'Verlangte Dokumente',
  nothingInParticular: 'keine bestimmten',
  opened: 'Eröffnet',
  completed: 'Abgeschlossen',
  decided: 'Entschieden',
  lastChange: 'Letzte Änderung',
  made: 'Bericht erstellt',
  replayOf: 'Wiederholung von',
  documentsRead: 'Dokumente gelesen',
  typesCollected: 'Arten eingereicht',
  any: 'beliebig',
  rulesKept: 'Regeln eingehalten',
  documentsAgree: 'Dokumente stimmen überein',
  notCompared: 'nicht verglichen',
  of: (count, all) => `${count} von ${all}`,
  reasons: 'Gründe',
  effect: 'Wirkung',
  effects: { failed: 'Scheitern', denied: 'Ablehnung', review: 'Prüfung', note: 'Hinweis' },
  reason: 'Grund',
  parties: 'Beteiligte',
  roles: { holder: 'Inhaber', company: 'Unternehmen', employer: 'Arbeitgeber' },
  namedBy: (role, documents) => `${role}, genannt in ${documents}`,
  documentsOf: (numbers) => `${numbers.length === 1 ? 'Dokument' : 'Dokumenten'} ${numbers.join(', ')}`,
  alsoWritten: 'Auch geschrieben',
};

const documents: DocumentWords = {
  explanation:
    'Die Sicherheit ist der Anteil der richtigen unter den so gelesenen Werten, soweit das gemessen wurde. Die Stelle eines ' +
    'Wertes ist seine Seite und wie weit er vom linken und vom oberen Rand der Seite entfernt steht.',
  none: 'Es ist kein Dokument eingegangen.',
  fitsNoType: 'Passt zu keiner bekannten Art',
  couldNotBeRead: 'Nicht lesbar',
  notRead: 'Nicht gelesen',
  failed: 'Gescheitert',
  rulesKept: 'Regeln eingehalten',
  rulesBroken: 'Regeln verletzt',
  notJudged: 'Nicht beurteilt',
  statuses: { pending: 'Wartet', processing: 'Wird gelesen' },
  file: 'Datei',
  received: 'Eingegangen',
  read: 'Gelesen',
  sentAs: 'Gesendet als',
  typeAndConfidence: (type, confidence) => `${type}, Sicherheit ${confidence}`,
  knownBy: 'Erkannt an',
  evidence: {
    mrz: 'maschinenlesbare Zone',
    barcode: 'Strichcode',
    fields: 'Beschriftungen der Felder',
    layout: 'Aufbau der Seite',
    words: 'Wortschatz der Seite',
  },
  sameFileAs: 'Gleiche Datei wie',
  documentOf: (number) => `Dokument ${number}`,
  pages: 'Seiten',
  firstPages: (read, all) => `die ersten ${read} von ${all} wurden gelesen`,
  error: 'Fehler',
  failures: {
    unreadable: 'Die Datei konnte nicht gelesen werden.',
    engine_unavailable: 'Die Dokumentenlesung war nicht verfügbar.',
    type_unusable: 'Die Dokumentart ließ sich nicht verwenden.',
    internal: 'Beim Lesen trat ein interner Fehler auf.',
    case_ended: 'Der Fall endete, bevor das Dokument gelesen war.',
  },
  notMeasured: 'Wie oft Werte auf Dokumenten dieser Art richtig sind, wurde nicht gemessen.',
  notFound: (fields) => `Gesucht und nicht gefunden: ${fields}.`,
  printed: (text) => `gedruckt ${text}`,
  masked: 'verdeckt',
  sources: { mrz: 'MRZ', barcode: 'Strichcode', text_layer: 'PDF-Text', ocr: 'OCR', person: 'Mensch', model: 'Modell' },
  page: (number) => `S. ${number}`,
  brokenRules: (count) => (count === 1 ? '1 verletzte Regel' : `${count} verletzte Regeln`),
  noPicture: 'Kein Bild',
  picture: (page, coarse) => `Seite ${page}${coarse ? '. Vergröbert, da verdeckte Werte darauf stehen' : ''}`,
  leftOut: (count) =>
    `Ein Bericht enthält höchstens drei Bilder je Dokument und zwanzig insgesamt: ${count === 1 ? 'eine weitere Seite hat' : `${count} weitere Seiten haben`} etwas zu zeigen und ${count === 1 ? 'steht' : 'stehen'} ohne Bild.`,
  marks: {
    read: 'hier wurde ein Wert gelesen',
    doubt: 'hier fand eine Prüfung etwas Zweifelhaftes',
    found: 'hier fand eine Prüfung etwas',
  },
  checks: 'Prüfungen',
  checkNames: {
    blurred: 'Unscharf',
    text_too_small: 'Schrift zu klein',
    too_dark: 'Zu dunkel',
    low_contrast: 'Geringer Kontrast',
    glare: 'Spiegelung',
    cut_off: 'Abgeschnitten',
    mrz_missing: 'Maschinenlesbare Zone fehlt',
    mrz_partly_unreadable: 'Maschinenlesbare Zone teils unleserlich',
    mrz_check_digit_fails: 'Prüfziffer der maschinenlesbaren Zone falsch',
    mrz_dates_impossible: 'Daten der maschinenlesbaren Zone unmöglich',
    barcode_missing: 'Strichcode fehlt',
    portrait_missing: 'Porträt fehlt',
    portrait_poor: 'Porträt schlecht erkennbar',
    mrz_differs_from_print: 'Maschinenlesbare Zone weicht vom Druck ab',
    mrz_not_found_in_print: 'Maschinenlesbare Zone im Druck nicht gefunden',
    barcode_differs_from_print: 'Strichcode weicht vom Druck ab',
    barcode_not_found_in_print: 'Strichcode nicht im Druck gefunden',
    editing_software: 'Bearbeitungsprogramm',
    pdf_changed_after_creation: 'PDF nach Erstellung geändert',
    modified_after_created: 'Nach Entstehung geändert',
    looks_like_screenshot: 'Sieht aus wie ein Bildschirmfoto',
    pdf_text_changed: 'Text des PDF geändert',
    pdf_text_covered: 'Text des PDF überdeckt',
    font_differs_in_value: 'Schrift eines Wertes weicht ab',
    records_contradictory: 'Angaben der Datei widersprüchlich',
    ground_differs_at_value: 'Grund unter einem Wert weicht ab',
    paper_differs_at_value: 'Grund unter einem Wert heller',
    print_differs_at_value: 'Druck eines Datums weicht ab',
    part_saved_differently: 'Teil des Bildes anders gespeichert',
    part_resized: 'Teil des Bildes in der Größe geändert',
    value_missing: 'Wert fehlt',
    pattern_broken: 'Muster verletzt',
    format_broken: 'Format verletzt',
    expired: 'Abgelaufen',
    dates_impossible: 'Unmögliche Daten',
    model_differs: 'Sprachmodell liest anders',
    model_alone: 'Nur vom Sprachmodell gefunden',
    seen_by_model: 'Nur vom Sprachmodell gesehen',
    model_not_on_page: 'Vom Sprachmodell genannt, nicht auf der Seite',
    model_type_differs: 'Sprachmodell sieht andere Dokumentart',
    type_mismatch: 'Andere Dokumentart',
    not_required: 'Nicht verlangt',
  },
  checkSaid: { passed: 'Prüfung bestanden.', not_run: 'Das wurde nicht geprüft.' },
  checkStatuses: { failed: 'gefunden', warned: 'zweifelhaft', passed: 'bestanden', not_run: 'nicht geprüft' },
  weights: { info: 'Hinweis', weak: 'schwach', moderate: 'mittel', strong: 'stark' },
  notLookedAt: (checks) => `Nicht geprüft: ${checks}.`,
  lookedFor: 'Gesucht',
  outcome: 'Ergebnis',
  weight: 'Gewicht',
  whatWasFound: 'Gefunden',
};

const faces: FaceWords = {
  title: 'Gesichter',
  says: 'Das Porträt jedes Ausweisdokuments neben dem Selfie, nach der Ähnlichkeit beider Gesichter: 0 bis 1, kein Maß der Gewissheit.',
  ...{ portrait: 'Porträt', selfie: 'Selfie', outcome: 'Ergebnis' },
  statuses: { passed: 'ähnlich', failed: 'nicht ähnlich', not_run: 'nicht verglichen' },
  ...{
    similarity: 'Ähnlichkeit',
    threshold: 'Nötig',
    far: 'Fremde, die das erreichen',
    notMeasured: 'nicht gemessen',
    networks: 'Netze',
  },
  watchlists: {
    title: 'Beobachtungslisten',
    says: 'Jedes Gesicht des Falls neben den Gesichtern auf Beobachtungslisten. Ein Treffer ist ein Hinweis für einen Menschen, der nachsieht, und kein Beweis: Wer auf der Liste steht, steht nicht in diesem Bericht.',
    statuses: { passed: 'kein Treffer', failed: 'Treffer', not_run: 'nicht gesucht' },
    ...{ compared: 'Gesichter auf der Liste', strangers: 'Zu erwartende Fremde' },
  },
};

const findings: FindingWords = {
  validation: 'Regelprüfung',
  validationSays:
    'Die Dokumente, die zählen, nach den Regeln ihrer Art zur Zeit des Lesens und beim Abschluss des Falls.',
  whenRead: 'Beim Lesen',
  atCompletion: 'Beim Abschluss',
  whatWasBroken: 'Was verletzt wurde',
  kept: 'eingehalten',
  broken: 'verletzt',
  crossMatch: 'Abgleich der Dokumente',
  notCompared: 'Die Dokumente wurden nicht verglichen: Der Agent nennt keine Felder, oder es waren zu wenige.',
  crossMatchSays:
    'Was die Dokumente über dasselbe sagen und wie ähnlich sich je zwei von ihnen sind: 100 % ist dasselbe.',
  unmatched: (numbers) => `Nichts verbindet diese Dokumente mit den anderen: ${numbers}.`,
  agrees: (least) => `stimmt überein, mindestens ${least}`,
  differs: (least) => `weicht ab, mindestens ${least}`,
  statedByFew: 'von weniger als zwei Dokumenten genannt',
  kinds: { name: 'Name', date: 'Datum', number: 'Nummer', address: 'Adresse', text: 'Text' },
  with: (number) => `mit ${number}`,
  likeness: 'Ähnlichkeit',
  differing: 'Dokumente einer Art, die ein Feld verschieden nennen; der spätere Wert zählt.',
  documentAndValue: 'Dokument: Wert',
  replay: 'Wiederholung',
  replaySays: (session_id) => `Dieser Fall liest die Dokumente des Falls ${session_id} noch einmal.`,
  whatChanged: 'Was sich änderte',
};

const history: HistoryWords = {
  trail: 'Weg zur Entscheidung',
  timeline: 'Verlauf',
  timelineSays:
    'Jedes Ereignis des Falls in der Reihenfolge, in der es gespeichert wurde. Ereignisse werden nie geändert oder entfernt.',
  number: 'Nr.',
  time: 'Zeit',
  whatHappened: 'Was geschah',
  eventBy: (type, actor) => `${type}, durch ${actor}`,
  integrity: 'Unversehrtheit',
  integritySays:
    'Durchweg SHA-256. Der Hash eines Dokuments ist der der Datei, wie sie hochgeladen wurde. Der Hash der Geschichte umfasst ' +
    'jedes gespeicherte Ereignis des Falls, jedes zusammen mit dem Hash davor. Der Hash des Berichts umfasst dieselben ' +
    'Tatsachen als JSON; sie liegen diesem PDF als report.json bei und werden von der API geliefert.',
  report: 'Bericht',
  history: 'Geschichte',
  events: (count, stream) => `${count} Ereignisse des Stroms ${stream}`,
  log: 'Log',
  logRoot: (events, signedAt) => `Wurzel des Baums über ${events} Ereignisse, unterschrieben am ${signedAt}`,
};

const STATUSES = {
  ...{ collecting: 'sammelnd', completed: 'abgeschlossen', review: 'in Prüfung', denied: 'abgelehnt' },
  ...{ failed: 'gescheitert', expired: 'abgelaufen' },
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  ...{ unreadable: 'unlesbar', engine_unavailable: 'Lesung nicht verfügbar', type_unusable: 'Art nicht verwendbar' },
  ...{ internal: 'interner Fehler', case_ended: 'Fall beendet' },
};

const CODES = {
  ...{ unreadable: 'unlesbar', cropped: 'abgeschnitten', glare: 'Spiegelung', wrong_document: 'falsches Dokument' },
  ...{
    wrong_side: 'falsche Seite',
    expired: 'abgelaufen',
    too_old: 'zu alt',
    missing: 'fehlt',
    mismatch: 'stimmt nicht überein',
  },
  other: 'anderer Grund',
} as const;

const saidBy = (by: string | null): string => (by ? ` durch ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `Der Fall wurde für den Agenten ${agent}, Version ${version}, eröffnet`,
  replayRequested: (session_id) => `Der Fall wiederholt den Fall ${session_id}`,
  replayCompared: 'Das Ergebnis der Wiederholung wurde neben das frühere gestellt',
  received: (number, mime_type, sameAs) =>
    `Dokument ${number} ging ein (${mime_type})${sameAs === undefined ? '' : `; sein Inhalt ist der von Dokument ${sameAs}`}`,
  readAsNothing: (number) => `Dokument ${number} wurde gelesen und passt zu keiner bekannten Art`,
  read: (number, type, confidence) =>
    `Dokument ${number} wurde gelesen als: ${type}${confidence && `, Sicherheit ${confidence}`}`,
  failed: (number, reason) => `Dokument ${number} konnte nicht gelesen werden (${FAILURES[reason] ?? reason})`,
  shownToModel: (number) => `Dokument ${number} wurde einem Sprachmodell gezeigt`,
  wordsShownToModel: 'Was geschrieben wurde, wurde einem Sprachmodell gezeigt',
  completed: (status) => `Der Fall wurde abgeschlossen; sein Stand wurde: ${STATUSES[status]}`,
  decided: (decision, by) => `Der Fall wurde${saidBy(by)} ${decision === 'approve' ? 'genehmigt' : 'abgelehnt'}`,
  assigned: (assignee) =>
    assignee === null ? 'Der Fall wurde niemandem zugewiesen' : `Der Fall wurde zugewiesen an: ${assignee}`,
  noted: (by) => `Eine Notiz wurde${saidBy(by)} geschrieben`,
  hit: 'Ein Gesicht, das auf eine Beobachtungsliste kam, gleicht einem des Falls',
  requested: (items, by) =>
    `Der Fall sammelt wieder; angefordert${saidBy(by)}: ${items.map(({ type, code }) => `${type} (${CODES[code]})`).join(', ')}`,
  corrected: (number, fields, by) =>
    `Was aus Dokument ${number} gelesen wurde, wurde${saidBy(by)} berichtigt: ${fields.join(', ')}`,
  expired: 'Der Fall lief ab: Es geschah zu lange nichts in ihm',
  messageReceived: 'Eine Nachricht ging ein',
  messageSent: 'Der Agent sandte eine Nachricht',
  erased: (reason) => `Was im Fall gelesen und gesagt wurde, und seine Dokumente, wurden gelöscht${WHY[reason]}`,
};

const WHY = {
  person_asked: ', da die Person darum bat',
  retention_ended: ', da sie nicht länger aufzubewahren waren',
  opened_by_mistake: ', da der Fall aus Versehen eröffnet wurde',
  other: '',
};

/** German. */
export const de: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'ja', no: 'nein', document: 'Dokument', documentsTitle: 'Dokumente', documentType: 'Dokumentart' },
  ...{ type: 'Art', field: 'Feld', value: 'Wert', confidence: 'Sicherheit', source: 'Quelle', place: 'Stelle' },
  units: { bytes: 'Byte', kB: 'kB', MB: 'MB' },
  apiKey: (name) => `API-Schlüssel ${name}`,
  titleOf: (session_id) => `Prüfbericht ${session_id}`,
  subject: (agent) => `Fall des Agenten ${agent}`,
  attachment: 'Die Tatsachen dieses Berichts',
  footer: (session_id, hash) => `Vertraulich: personenbezogene Daten · Fall ${session_id} · Bericht ${hash}`,
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  beyondFonts:
    'Manche Werte stehen in anderen Schriften als der lateinischen, griechischen und kyrillischen. Zeichen, die den Schriftarten ' +
    'dieser Seite fehlen, stehen als leere Kästchen; die beigefügte report.json enthält sie alle.',
};
