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
  title: 'Rapport de vérification',
  outcomes: {
    approved: 'Approuvé',
    review: 'En examen',
    denied: 'Refusé',
    failed: 'Échoué',
    none: 'Expiré sans décision',
  },
  afterReview: (outcome, author, time) => `${outcome} après examen par ${author} le ${time}.`,
  saidWith: (author, key) => `${author} (indiqué avec la ${key})`,
  erased: 'Le contenu du dossier a été effacé ; voici ce que l’on en sait encore.',
  approved: (time) => `Approuvé selon les règles de l’agent le ${time} ; rien n’appelait un examen.`,
  review: (time) => `Clos le ${time} ; une personne doit approuver ou refuser.`,
  failed: (time) => `Clos le ${time} ; il n’y avait rien sur quoi décider.`,
  denied: (time) => `Refusé selon les règles de l’agent le ${time}.`,
  expired: (time) => `Rien ne s’est passé dans le dossier pendant trop longtemps ; il a expiré le ${time}.`,
  case: 'Dossier',
  clientReference: 'Référence du client',
  tenant: 'Organisation',
  platform: 'plateforme',
  agent: 'Agent',
  agentAndVersion: (name, version) => `${name}, version ${version}`,
  askedFor: 'Documents demandés',
  nothingInParticular: 'aucun en particulier',
  opened: 'Ouvert',
  completed: 'Clos',
  decided: 'Décidé',
  lastChange: 'Modifié',
  made: 'Rapport établi',
  replayOf: 'Reprise de',
  documentsRead: 'Documents lus',
  typesCollected: 'Types recueillis',
  any: 'au choix',
  rulesKept: 'Règles respectées',
  documentsAgree: 'Documents concordants',
  notCompared: 'non comparés',
  of: (count, all) => `${count} sur ${all}`,
  reasons: 'Motifs',
  effect: 'Effet',
  effects: { failed: 'Échec', denied: 'Refus', review: 'Examen', note: 'Note' },
  reason: 'Motif',
  parties: 'Parties',
  roles: { holder: 'Titulaire', company: 'Société', employer: 'Employeur' },
  namedBy: (role, documents) => `${role}, selon ${documents}`,
  documentsOf: (numbers) => `${numbers.length === 1 ? 'le document' : 'les documents'} ${numbers.join(', ')}`,
  alsoWritten: 'Aussi écrit',
};

const documents: DocumentWords = {
  explanation:
    'La confiance est la part de valeurs exactes parmi celles qui sont lues ainsi, pour autant que cela ait été mesuré. La place ' +
    'd’une valeur est sa page et sa distance du bord gauche et du haut de la page.',
  none: 'Aucun document n’a été reçu.',
  fitsNoType: 'Ne correspond à aucun type connu',
  couldNotBeRead: 'N’a pas pu être lu',
  notRead: 'Non lu',
  failed: 'Échoué',
  rulesKept: 'Règles respectées',
  rulesBroken: 'Règles enfreintes',
  notJudged: 'Non jugé',
  statuses: { pending: 'En attente', processing: 'En cours de lecture' },
  file: 'Fichier',
  received: 'Reçu',
  read: 'Lu',
  sentAs: 'Envoyé comme',
  typeAndConfidence: (type, confidence) => `${type}, confiance ${confidence}`,
  knownBy: 'Reconnu à',
  evidence: {
    mrz: 'zone de lecture automatique',
    barcode: 'code-barres',
    fields: 'libellés des champs',
    layout: 'mise en page',
    words: 'vocabulaire de la page',
  },
  sameFileAs: 'Même fichier que',
  documentOf: (number) => `document ${number}`,
  pages: 'Pages',
  firstPages: (read, all) => `les ${read} premières sur ${all} ont été lues`,
  error: 'Erreur',
  failures: {
    unreadable: 'Le fichier n’a pas pu être lu.',
    engine_unavailable: 'La lecture de documents n’était pas disponible.',
    type_unusable: 'Le type de document n’était pas utilisable.',
    internal: 'Une erreur interne s’est produite pendant la lecture.',
    case_ended: 'Le dossier a pris fin avant que le document soit lu.',
  },
  notMeasured: 'La fréquence à laquelle les valeurs de documents de ce type sont exactes n’a pas été mesurée.',
  notFound: (fields) => `Cherché et non trouvé : ${fields}.`,
  printed: (text) => `imprimé ${text}`,
  masked: 'masqué',
  sources: { mrz: 'MRZ', barcode: 'Code-barres', text_layer: 'Texte PDF', ocr: 'OCR', person: 'Personne', model: 'IA' },
  page: (number) => `p. ${number}`,
  brokenRules: (count) => (count > 1 ? `${count} règles enfreintes` : `${count} règle enfreinte`),
  noPicture: 'Pas d’image',
  picture: (page, coarse) => `Page ${page}${coarse ? '. Grossière, car elle montre des valeurs masquées' : ''}`,
  leftOut: (count) =>
    `Un rapport contient au plus trois images par document et vingt en tout : ${count > 1 ? `${count} autres pages ont` : `${count} autre page a`} quelque chose à montrer et ${count > 1 ? 'restent' : 'reste'} sans image.`,
  marks: {
    read: 'une valeur a été lue ici',
    doubt: 'un contrôle a trouvé ici quelque chose de douteux',
    found: 'un contrôle a trouvé quelque chose ici',
  },
  checks: 'Contrôles',
  checkNames: {
    blurred: 'Flou',
    text_too_small: 'Texte trop petit',
    too_dark: 'Trop sombre',
    low_contrast: 'Faible contraste',
    glare: 'Reflet',
    cut_off: 'Coupé',
    mrz_missing: 'Zone de lecture automatique absente',
    mrz_partly_unreadable: 'Zone de lecture automatique en partie illisible',
    mrz_check_digit_fails: 'Chiffre de contrôle de la zone de lecture automatique faux',
    mrz_dates_impossible: 'Dates de la zone de lecture automatique impossibles',
    barcode_missing: 'Code-barres absent',
    portrait_missing: 'Portrait absent',
    portrait_poor: 'Portrait de mauvaise qualité',
    mrz_differs_from_print: 'Zone de lecture automatique différente de l’imprimé',
    mrz_not_found_in_print: 'Zone de lecture automatique introuvable dans l’imprimé',
    barcode_differs_from_print: 'Code-barres différent de l’imprimé',
    barcode_not_found_in_print: 'Code-barres absent de l’imprimé',
    editing_software: 'Logiciel de retouche',
    pdf_changed_after_creation: 'PDF modifié après sa création',
    modified_after_created: 'Modifié après sa création',
    looks_like_screenshot: 'Ressemble à une capture d’écran',
    pdf_text_changed: 'Texte du PDF modifié',
    pdf_text_covered: 'Texte du PDF recouvert',
    font_differs_in_value: 'Police d’une valeur différente',
    records_contradictory: 'Indications du fichier contradictoires',
    ground_differs_at_value: 'Fond différent sous une valeur',
    paper_differs_at_value: 'Fond plus clair sous une valeur',
    print_differs_at_value: 'Impression différente pour une date',
    part_saved_differently: 'Partie de l’image enregistrée autrement',
    part_resized: 'Partie de l’image redimensionnée',
    value_missing: 'Valeur absente',
    pattern_broken: 'Modèle enfreint',
    format_broken: 'Format enfreint',
    expired: 'Expiré',
    dates_impossible: 'Dates impossibles',
    model_differs: 'Le modèle de langage lit autre chose',
    model_alone: 'Trouvé par le modèle de langage seul',
    seen_by_model: 'Vu par le modèle de langage seul',
    model_not_on_page: 'Donné par le modèle, absent de la page',
    model_type_differs: 'Le modèle de langage voit un autre type',
    type_mismatch: 'Autre type de document',
    not_required: 'Non demandé',
  },
  checkSaid: { passed: 'Contrôle réussi.', not_run: 'Cela n’a pas été contrôlé.' },
  checkStatuses: { failed: 'trouvé', warned: 'douteux', passed: 'réussi', not_run: 'non contrôlé' },
  weights: { info: 'information', weak: 'faible', moderate: 'moyen', strong: 'fort' },
  notLookedAt: (checks) => `Non contrôlé : ${checks}.`,
  lookedFor: 'Cherché',
  outcome: 'Résultat',
  weight: 'Poids',
  whatWasFound: 'Ce qui a été trouvé',
};

const faces: FaceWords = {
  title: 'Visages',
  says: 'Le portrait de chaque pièce d’identité à côté du selfie, d’après la ressemblance des deux visages : de 0 à 1, et non un degré de certitude.',
  ...{ portrait: 'Portrait', selfie: 'Selfie', outcome: 'Résultat' },
  statuses: { passed: 'ressemblants', failed: 'non ressemblants', not_run: 'non comparés' },
  ...{
    similarity: 'Ressemblance',
    threshold: 'Exigée',
    far: 'Inconnus qui l’atteignent',
    notMeasured: 'non mesuré',
    networks: 'Réseaux',
  },
  watchlists: {
    title: 'Listes de surveillance',
    says: 'Chaque visage du dossier à côté des visages des listes de surveillance. Une correspondance est un indice pour une personne qui l’examine, non une preuve : qui figure sur la liste n’est pas dans ce rapport.',
    statuses: { passed: 'aucune correspondance', failed: 'correspondance', not_run: 'non cherché' },
    ...{ compared: 'Visages de la liste', strangers: 'Inconnus attendus' },
  },
};

const findings: FindingWords = {
  validation: 'Validation',
  validationSays:
    'Les documents qui comptent, selon les règles de leur type au moment de la lecture, puis à la clôture du dossier.',
  whenRead: 'À la lecture',
  atCompletion: 'À la clôture',
  whatWasBroken: 'Ce qui a été enfreint',
  kept: 'respectées',
  broken: 'enfreintes',
  crossMatch: 'Comparaison des documents',
  notCompared: 'Les documents n’ont pas été comparés : l’agent ne nomme aucun champ, ou il y en avait trop peu.',
  crossMatchSays:
    'Ce que les documents disent d’une même chose, et à quel point ils se ressemblent deux à deux : 100 % est identique.',
  unmatched: (numbers) => `Rien ne relie ces documents aux autres : ${numbers}.`,
  agrees: (least) => `concorde, ${least} au plus bas`,
  differs: (least) => `diffère, ${least} au plus bas`,
  statedByFew: 'indiqué par moins de deux documents',
  kinds: { name: 'nom', date: 'date', number: 'numéro', address: 'adresse', text: 'texte' },
  with: (number) => `avec ${number}`,
  likeness: 'Ressemblance',
  differing: 'Documents d’un même type qui indiquent un champ différemment ; la dernière valeur compte.',
  documentAndValue: 'Document : valeur',
  replay: 'Reprise',
  replaySays: (session_id) => `Ce dossier relit les documents du dossier ${session_id}.`,
  whatChanged: 'Ce qui a changé',
};

const history: HistoryWords = {
  trail: 'Cheminement de la décision',
  timeline: 'Chronologie',
  timelineSays:
    'Chaque événement du dossier, dans l’ordre où il a été enregistré. Les événements ne sont jamais modifiés ni supprimés.',
  number: 'N°',
  time: 'Heure',
  whatHappened: 'Ce qui s’est passé',
  eventBy: (type, actor) => `${type}, par ${actor}`,
  integrity: 'Intégrité',
  integritySays:
    'SHA-256 partout. L’empreinte d’un document est celle du fichier tel qu’il a été envoyé. L’empreinte de l’historique couvre ' +
    'chaque événement enregistré du dossier, chacun avec l’empreinte qui le précède. L’empreinte du rapport couvre les mêmes ' +
    'faits en JSON ; ils sont joints à ce PDF sous le nom report.json et fournis par l’API.',
  report: 'Rapport',
  history: 'Historique',
  events: (count, stream) => `${count} événements du flux ${stream}`,
  log: 'Journal',
  logRoot: (events, signedAt) => `Racine de l’arbre sur ${events} événements, signée le ${signedAt}`,
};

const STATUSES = {
  ...{ collecting: 'en collecte', completed: 'clos', review: 'en examen', denied: 'refusé' },
  ...{ failed: 'échoué', expired: 'expiré' },
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  ...{ unreadable: 'illisible', engine_unavailable: 'lecture indisponible', type_unusable: 'type inutilisable' },
  ...{ internal: 'erreur interne', case_ended: 'dossier terminé' },
};

const CODES = {
  ...{ unreadable: 'illisible', cropped: 'coupé', glare: 'reflet', wrong_document: 'mauvais document' },
  ...{
    wrong_side: 'mauvais côté',
    expired: 'expiré',
    too_old: 'trop ancien',
    missing: 'manquant',
    mismatch: 'non concordant',
  },
  other: 'autre raison',
} as const;

const saidBy = (by: string | null): string => (by ? ` par ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `Le dossier a été ouvert pour l’agent ${agent}, version ${version}`,
  replayRequested: (session_id) => `Le dossier refait ce que le dossier ${session_id} a fait`,
  replayCompared: 'Le résultat de la reprise a été mis en regard du précédent',
  received: (number, mime_type, sameAs) =>
    `Le document ${number} a été reçu (${mime_type})${sameAs === undefined ? '' : ` ; son contenu est celui du document ${sameAs}`}`,
  readAsNothing: (number) => `Le document ${number} a été lu et ne correspond à aucun type connu`,
  read: (number, type, confidence) =>
    `Le document ${number} a été lu comme : ${type}${confidence && `, confiance ${confidence}`}`,
  failed: (number, reason) => `Le document ${number} n’a pas pu être lu (${FAILURES[reason] ?? reason})`,
  shownToModel: (number) => `Le document ${number} a été montré à un modèle de langage`,
  wordsShownToModel: 'Ce qui a été écrit a été montré à un modèle de langage',
  completed: (status) => `Le dossier a été clos ; son état est devenu : ${STATUSES[status]}`,
  decided: (decision, by) => `Le dossier a été ${decision === 'approve' ? 'approuvé' : 'refusé'}${saidBy(by)}`,
  assigned: (assignee) =>
    assignee === null ? 'Le dossier n’est plus attribué à personne' : `Le dossier a été attribué à ${assignee}`,
  noted: (by) => `Une note a été écrite${saidBy(by)}`,
  hit: 'Un visage ajouté à une liste de surveillance ressemble à l’un de ceux du dossier',
  requested: (items, by) =>
    `Le dossier recueille à nouveau ; demandé${saidBy(by)} : ${items.map(({ type, code }) => `${type} (${CODES[code]})`).join(', ')}`,
  corrected: (number, fields, by) =>
    `Ce qui a été lu du document ${number} a été corrigé${saidBy(by)} : ${fields.join(', ')}`,
  expired: 'Le dossier a expiré : rien ne s’y est passé pendant trop longtemps',
  messageReceived: 'Un message a été reçu',
  messageSent: 'L’agent a envoyé un message',
  erased: (reason) => `Ce qui a été lu et dit dans le dossier, et ses documents, ont été effacés${WHY[reason]}`,
};

const WHY = {
  person_asked: ', à la demande de la personne',
  retention_ended: ', car ils ne devaient plus être conservés',
  opened_by_mistake: ', car le dossier avait été ouvert par erreur',
  other: '',
};

/** French. */
export const fr: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'oui', no: 'non', document: 'Document', documentsTitle: 'Documents', documentType: 'Type de document' },
  ...{ type: 'Type', field: 'Champ', value: 'Valeur', confidence: 'Confiance', source: 'Source', place: 'Place' },
  units: { bytes: 'octets', kB: 'ko', MB: 'Mo' },
  apiKey: (name) => `clé d’API ${name}`,
  titleOf: (session_id) => `Rapport de vérification ${session_id}`,
  subject: (agent) => `Dossier de l’agent ${agent}`,
  attachment: 'Les faits de ce rapport',
  footer: (session_id, hash) => `Confidentiel : données personnelles · dossier ${session_id} · rapport ${hash}`,
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  beyondFonts:
    'Certaines valeurs sont écrites dans d’autres alphabets que le latin, le grec et le cyrillique. Les lettres qui manquent aux ' +
    'polices de cette page apparaissent comme des cases vides ; le fichier report.json joint les contient toutes.',
};
