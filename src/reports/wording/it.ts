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
  title: 'Rapporto di verifica',
  outcomes: {
    approved: 'Approvato',
    review: 'In revisione',
    denied: 'Respinto',
    failed: 'Fallito',
    none: 'Scaduto senza decisione',
  },
  afterReview: (outcome, author, time) => `${outcome} dopo revisione da ${author} il ${time}.`,
  saidWith: (author, key) => `${author} (come indicato con la ${key})`,
  erased: 'Il contenuto del caso è stato cancellato; questo è ciò che se ne sa ancora.',
  approved: (time) => `Approvato secondo le regole dell’agente il ${time}; nulla richiedeva una revisione.`,
  review: (time) => `Concluso il ${time}; una persona deve approvare o respingere.`,
  failed: (time) => `Concluso il ${time}; non c’era nulla su cui decidere.`,
  denied: (time) => `Respinto secondo le regole dell’agente il ${time}.`,
  expired: (time) => `Nel caso non è accaduto nulla per troppo tempo; è scaduto il ${time}.`,
  case: 'Caso',
  clientReference: 'Riferimento del cliente',
  tenant: 'Organizzazione',
  platform: 'piattaforma',
  agent: 'Agente',
  agentAndVersion: (name, version) => `${name}, versione ${version}`,
  askedFor: 'Documenti richiesti',
  nothingInParticular: 'nessuno in particolare',
  opened: 'Aperto',
  completed: 'Concluso',
  decided: 'Deciso',
  lastChange: 'Ultima modifica',
  made: 'Rapporto creato',
  replayOf: 'Ripetizione di',
  documentsRead: 'Documenti letti',
  typesCollected: 'Tipi raccolti',
  any: 'qualsiasi',
  rulesKept: 'Regole rispettate',
  documentsAgree: 'Documenti concordanti',
  notCompared: 'non confrontati',
  of: (count, all) => `${count} di ${all}`,
  reasons: 'Motivi',
  effect: 'Effetto',
  effects: { failed: 'Fallimento', denied: 'Rifiuto', review: 'Revisione', note: 'Nota' },
  reason: 'Motivo',
  parties: 'Parti',
  roles: { holder: 'Titolare', company: 'Società', employer: 'Datore di lavoro' },
  namedBy: (role, documents) => `${role}, secondo ${documents}`,
  documentsOf: (numbers) => `${numbers.length === 1 ? 'il documento' : 'i documenti'} ${numbers.join(', ')}`,
  alsoWritten: 'Scritto anche',
};

const documents: DocumentWords = {
  explanation:
    'L’affidabilità è la quota di valori esatti tra quelli letti così, per quanto è stata misurata. La posizione di un valore è la ' +
    'sua pagina e la distanza dal bordo sinistro e da quello superiore della pagina.',
  none: 'Non è stato ricevuto alcun documento.',
  fitsNoType: 'Non corrisponde ad alcun tipo noto',
  couldNotBeRead: 'Non è stato possibile leggerlo',
  notRead: 'Non letto',
  failed: 'Fallito',
  rulesKept: 'Regole rispettate',
  rulesBroken: 'Regole violate',
  notJudged: 'Non giudicato',
  statuses: { pending: 'In attesa', processing: 'In lettura' },
  file: 'File',
  received: 'Ricevuto',
  read: 'Letto',
  sentAs: 'Inviato come',
  typeAndConfidence: (type, confidence) => `${type}, affidabilità ${confidence}`,
  knownBy: 'Riconosciuto da',
  evidence: {
    mrz: 'zona a lettura ottica',
    barcode: 'codice a barre',
    fields: 'etichette dei campi',
    layout: 'impaginazione',
    words: 'lessico della pagina',
  },
  sameFileAs: 'Stesso file di',
  documentOf: (number) => `documento ${number}`,
  pages: 'Pagine',
  firstPages: (read, all) => `lette le prime ${read} di ${all}`,
  error: 'Errore',
  failures: {
    unreadable: 'Non è stato possibile leggere il file.',
    engine_unavailable: 'La lettura dei documenti non era disponibile.',
    type_unusable: 'Il tipo di documento non era utilizzabile.',
    internal: 'Durante la lettura si è verificato un errore interno.',
    case_ended: 'Il caso è terminato prima che il documento fosse letto.',
  },
  notMeasured: 'Non è stato misurato quanto spesso i valori dei documenti di questo tipo sono esatti.',
  notFound: (fields) => `Cercato e non trovato: ${fields}.`,
  printed: (text) => `stampato ${text}`,
  masked: 'oscurato',
  sources: { mrz: 'MRZ', barcode: 'Codice a barre', text_layer: 'PDF', ocr: 'OCR', person: 'Persona', model: 'IA' },
  page: (number) => `pag. ${number}`,
  brokenRules: (count) => (count === 1 ? '1 regola violata' : `${count} regole violate`),
  noPicture: 'Nessuna immagine',
  picture: (page, coarse) => `Pagina ${page}${coarse ? '. Sgranata, poiché mostra valori oscurati' : ''}`,
  leftOut: (count) =>
    `Un rapporto contiene al massimo tre immagini per documento e venti in tutto: ${count === 1 ? '1 altra pagina ha' : `altre ${count} pagine hanno`} qualcosa da mostrare e ${count === 1 ? 'resta' : 'restano'} senza immagine.`,
  marks: {
    read: 'qui è stato letto un valore',
    doubt: 'qui un controllo ha trovato qualcosa di dubbio',
    found: 'qui un controllo ha trovato qualcosa',
  },
  checks: 'Controlli',
  checkNames: {
    blurred: 'Sfocato',
    text_too_small: 'Testo troppo piccolo',
    too_dark: 'Troppo scuro',
    low_contrast: 'Contrasto scarso',
    glare: 'Riflesso',
    cut_off: 'Tagliato',
    mrz_missing: 'Zona a lettura ottica assente',
    mrz_partly_unreadable: 'Zona a lettura ottica in parte illeggibile',
    mrz_check_digit_fails: 'Cifra di controllo della zona a lettura ottica errata',
    mrz_dates_impossible: 'Date impossibili nella zona a lettura ottica',
    barcode_missing: 'Codice a barre assente',
    portrait_missing: 'Ritratto assente',
    portrait_poor: 'Ritratto di scarsa qualità',
    mrz_differs_from_print: 'Zona a lettura ottica diversa dallo stampato',
    mrz_not_found_in_print: 'Zona a lettura ottica non trovata nello stampato',
    barcode_differs_from_print: 'Codice a barre diverso dallo stampato',
    barcode_not_found_in_print: 'Codice a barre non trovato nello stampato',
    editing_software: 'Programma di modifica',
    pdf_changed_after_creation: 'PDF modificato dopo la creazione',
    modified_after_created: 'Modificato dopo la creazione',
    looks_like_screenshot: 'Sembra una schermata',
    pdf_text_changed: 'Testo del PDF modificato',
    pdf_text_covered: 'Testo del PDF coperto',
    font_differs_in_value: 'Carattere diverso in un valore',
    records_contradictory: 'Indicazioni del file contraddittorie',
    ground_differs_at_value: 'Sfondo diverso sotto un valore',
    paper_differs_at_value: 'Sfondo più chiaro sotto un valore',
    print_differs_at_value: 'Stampa diversa in una data',
    part_saved_differently: 'Parte dell’immagine salvata diversamente',
    part_resized: 'Parte dell’immagine ridimensionata',
    value_missing: 'Valore assente',
    pattern_broken: 'Modello violato',
    format_broken: 'Formato violato',
    expired: 'Scaduto',
    dates_impossible: 'Date impossibili',
    model_differs: 'Il modello linguistico legge altro',
    model_alone: 'Trovato solo dal modello linguistico',
    seen_by_model: 'Visto solo dal modello linguistico',
    model_not_on_page: 'Indicato dal modello, non sulla pagina',
    model_type_differs: 'Il modello linguistico vede un altro tipo',
    type_mismatch: 'Altro tipo di documento',
    not_required: 'Non richiesto',
  },
  checkSaid: { passed: 'Controllo superato.', not_run: 'Non è stato controllato.' },
  checkStatuses: { failed: 'trovato', warned: 'dubbio', passed: 'superato', not_run: 'non controllato' },
  weights: { info: 'informazione', weak: 'debole', moderate: 'medio', strong: 'forte' },
  notLookedAt: (checks) => `Non controllato: ${checks}.`,
  lookedFor: 'Cercato',
  outcome: 'Esito',
  weight: 'Peso',
  whatWasFound: 'Che cosa è stato trovato',
};

const faces: FaceWords = {
  title: 'Volti',
  says: 'Il ritratto di ogni documento d’identità accanto al selfie, secondo la somiglianza dei due volti: da 0 a 1, non un grado di certezza.',
  ...{ portrait: 'Ritratto', selfie: 'Selfie', outcome: 'Esito' },
  statuses: { passed: 'simili', failed: 'non simili', not_run: 'non confrontati' },
  ...{
    similarity: 'Somiglianza',
    threshold: 'Richiesta',
    far: 'Estranei che la raggiungono',
    notMeasured: 'non misurato',
    networks: 'Reti',
  },
  watchlists: {
    title: 'Liste di sorveglianza',
    says: 'Ogni volto del caso accanto ai volti delle liste di sorveglianza. Una corrispondenza è un indizio per una persona che la esamini, non una prova: chi è sulla lista non è in questo rapporto.',
    statuses: { passed: 'nessuna corrispondenza', failed: 'corrispondenza', not_run: 'non cercato' },
    ...{ compared: 'Volti della lista', strangers: 'Estranei da attendersi' },
  },
};

const findings: FindingWords = {
  validation: 'Convalida',
  validationSays:
    'I documenti che contano, secondo le regole del loro tipo al momento della lettura e alla conclusione del caso.',
  whenRead: 'Alla lettura',
  atCompletion: 'Alla conclusione',
  whatWasBroken: 'Che cosa è stato violato',
  kept: 'rispettate',
  broken: 'violate',
  crossMatch: 'Confronto dei documenti',
  notCompared: 'I documenti non sono stati confrontati: l’agente non indica campi, o erano troppo pochi.',
  crossMatchSays: 'Che cosa dicono i documenti della stessa cosa, e quanto si somigliano a due a due: 100 % è uguale.',
  unmatched: (numbers) => `Nulla lega questi documenti agli altri: ${numbers}.`,
  agrees: (least) => `concorda, almeno ${least}`,
  differs: (least) => `differisce, almeno ${least}`,
  statedByFew: 'indicato da meno di due documenti',
  kinds: { name: 'nome', date: 'data', number: 'numero', address: 'indirizzo', text: 'testo' },
  with: (number) => `con ${number}`,
  likeness: 'Somiglianza',
  differing: 'Documenti di uno stesso tipo che indicano un campo in modo diverso; conta l’ultimo valore.',
  documentAndValue: 'Documento: valore',
  replay: 'Ripetizione',
  replaySays: (session_id) => `Questo caso rilegge i documenti del caso ${session_id}.`,
  whatChanged: 'Che cosa è cambiato',
};

const history: HistoryWords = {
  trail: 'Percorso della decisione',
  timeline: 'Cronologia',
  timelineSays:
    'Ogni evento del caso, nell’ordine in cui è stato registrato. Gli eventi non vengono mai modificati né rimossi.',
  number: 'N.',
  time: 'Ora',
  whatHappened: 'Che cosa è accaduto',
  eventBy: (type, actor) => `${type}, da ${actor}`,
  integrity: 'Integrità',
  integritySays:
    'SHA-256 ovunque. L’hash di un documento è quello del file così come è stato caricato. L’hash della storia copre ogni evento ' +
    'registrato del caso, ciascuno insieme all’hash precedente. L’hash del rapporto copre gli stessi fatti in JSON; sono ' +
    'allegati a questo PDF come report.json e forniti dall’API.',
  report: 'Rapporto',
  history: 'Storia',
  events: (count, stream) => `${count} eventi del flusso ${stream}`,
  log: 'Registro',
  logRoot: (events, signedAt) => `Radice dell’albero di ${events} eventi, firmata il ${signedAt}`,
};

const STATUSES = {
  ...{ collecting: 'in raccolta', completed: 'concluso', review: 'in revisione', denied: 'respinto' },
  ...{ failed: 'fallito', expired: 'scaduto' },
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  ...{
    unreadable: 'illeggibile',
    engine_unavailable: 'lettura non disponibile',
    type_unusable: 'tipo non utilizzabile',
  },
  ...{ internal: 'errore interno', case_ended: 'caso terminato' },
};

const CODES = {
  ...{ unreadable: 'illeggibile', cropped: 'tagliato', glare: 'riflesso', wrong_document: 'documento sbagliato' },
  ...{
    wrong_side: 'lato sbagliato',
    expired: 'scaduto',
    too_old: 'troppo vecchio',
    missing: 'mancante',
    mismatch: 'non concorda',
  },
  other: 'altro motivo',
} as const;

const saidBy = (by: string | null): string => (by ? ` da ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `Il caso è stato aperto per l’agente ${agent}, versione ${version}`,
  replayRequested: (session_id) => `Il caso rifà ciò che ha fatto il caso ${session_id}`,
  replayCompared: 'L’esito della ripetizione è stato messo accanto al precedente',
  received: (number, mime_type, sameAs) =>
    `Il documento ${number} è stato ricevuto (${mime_type})${sameAs === undefined ? '' : `; il suo contenuto è quello del documento ${sameAs}`}`,
  readAsNothing: (number) => `Il documento ${number} è stato letto e non corrisponde ad alcun tipo noto`,
  read: (number, type, confidence) =>
    `Il documento ${number} è stato letto come: ${type}${confidence && `, affidabilità ${confidence}`}`,
  failed: (number, reason) => `Il documento ${number} non è stato letto (${FAILURES[reason] ?? reason})`,
  shownToModel: (number) => `Il documento ${number} è stato mostrato a un modello linguistico e sarà letto più tardi`,
  completed: (status) => `Il caso è stato concluso; il suo stato è diventato: ${STATUSES[status]}`,
  decided: (decision, by) => `Il caso è stato ${decision === 'approve' ? 'approvato' : 'respinto'}${saidBy(by)}`,
  assigned: (assignee) =>
    assignee === null ? 'Il caso non è più assegnato a nessuno' : `Il caso è stato assegnato a ${assignee}`,
  noted: (by) => `È stata scritta una nota${saidBy(by)}`,
  hit: 'Un volto aggiunto a una lista di sorveglianza somiglia a uno del caso',
  requested: (items, by) =>
    `Il caso raccoglie di nuovo; richiesto${saidBy(by)}: ${items.map(({ type, code }) => `${type} (${CODES[code]})`).join(', ')}`,
  corrected: (number, fields, by) =>
    `Quanto letto dal documento ${number} è stato corretto${saidBy(by)}: ${fields.join(', ')}`,
  expired: 'Il caso è scaduto: non vi è accaduto nulla per troppo tempo',
  messageReceived: 'È stato ricevuto un messaggio',
  messageSent: 'L’agente ha inviato un messaggio',
  erased: (reason) => `Quanto letto e detto nel caso, e i suoi documenti, sono stati cancellati${WHY[reason]}`,
};

const WHY = {
  person_asked: ', perché la persona lo ha chiesto',
  retention_ended: ', perché non dovevano più essere conservati',
  opened_by_mistake: ', perché il caso è stato aperto per errore',
  other: '',
};

/** Italian. */
export const it: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'sì', no: 'no', document: 'Documento', documentsTitle: 'Documenti', documentType: 'Tipo di documento' },
  ...{ type: 'Tipo', field: 'Campo', value: 'Valore', confidence: 'Affidabilità', source: 'Fonte', place: 'Posizione' },
  units: { bytes: 'byte', kB: 'kB', MB: 'MB' },
  apiKey: (name) => `chiave API ${name}`,
  titleOf: (session_id) => `Rapporto di verifica ${session_id}`,
  subject: (agent) => `Caso dell’agente ${agent}`,
  attachment: 'I fatti di questo rapporto',
  footer: (session_id, hash) => `Riservato: dati personali · caso ${session_id} · rapporto ${hash}`,
  pageOf: (page, pages) => `Pagina ${page} di ${pages}`,
  beyondFonts:
    'Alcuni valori sono scritti in alfabeti diversi da quello latino, greco e cirillico. Le lettere che mancano nei caratteri di ' +
    'questa pagina appaiono come caselle vuote; il report.json allegato le contiene tutte.',
};
