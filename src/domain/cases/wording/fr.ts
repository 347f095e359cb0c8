import { fr as common } from './fields/fr.js';
import { counted, listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('fr', items);
const days = (count: number): string => counted('fr', count, ['jour', 'jours']);
const again = (type: string, why: string): string => `Veuillez envoyer à nouveau ce document : ${type}. ${why}`;

const reply: ReplyWords = {
  hello: (agent) => `Bonjour, ici ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Veuillez envoyer vos documents, en images ou en fichiers PDF.'
      : `Veuillez envoyer, en images ou en fichiers PDF : ${list(types)}.`,
  asksSelfie: 'Veuillez aussi envoyer un selfie : une photo qui ne montre que votre visage.',
  helloAgain: 'Bonjour.',
  welcome: 'Je vous en prie.',
  help: 'Envoyez des documents avec un message, ou demandez ce qui manque encore.',
  helpWithQuestions:
    'Envoyez des documents avec un message, demandez ce qui manque encore, ou demandez ce qui a été lu, par exemple une date ou un numéro.',
  theDocument: 'Le document',
  failed: (file) => `${file} n’a pas pu être lu ; veuillez envoyer une image plus nette ou un autre fichier.`,
  unread: (file) => `${file} est encore en cours de lecture.`,
  unknown: (file) => `${file} ne ressemble à aucun document que je connaisse.`,
  takenForSelfie: (file) => `${file} ne ressemble à aucun document que je connaisse, et passe donc pour votre selfie.`,
  read: (file, type) => `${file} a été lu comme : ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} a été lu comme : ${type} ; quelque chose ne va pas${fields.length > 0 ? ` (${list(fields)})` : ''}.`,
  sentBefore: 'Vous avez déjà envoyé ce fichier.',
  nothingRead: 'Aucun document n’a été lu jusqu’ici.',
  readSoFar: (count) => `Lu jusqu’ici : ${counted('fr', count, ['document', 'documents'])}.`,
  complete: 'Tous les documents nécessaires sont là.',
  sideOf: (side, type) => `${type} – ${side === 'front' ? 'recto' : 'verso'}`,
  needed: (missing, here, of) => `Il manque encore : ${list(missing)} (${here} sur ${of} sont là).`,
  couldNotBeRead: (types) => `Ce qui a été envoyé comme ${list(types)} n’a pas pu être lu.`,
  selfieNeeded: 'Il manque encore un selfie : une photo qui ne montre que votre visage.',
  valueOn: (value, type) => `${value} (${type})`,
  valuesAre: (field, values) => `${field} : ${list(values)}.`,
  valueNotRead: (field) => `N’a pas été lu : ${field}.`,
  nothingReadFrom: (type) => `Rien n’a été lu de ce document : ${type}.`,
  allRead: (type, values, more) =>
    `Lu (${type}) : ${values.join(' ; ')}${more > 0 ? ` ; et ${counted('fr', more, ['autre valeur', 'autres valeurs'])}` : ''}.`,
  nothingWrong: (type) => `Ce document ne pose aucun problème : ${type}.`,
  wrong: (type) => `Quelque chose ne va pas dans ce document : ${type}.`,
  request: {
    unreadable: (type) => again(type, 'Il n’a pas pu être lu.'),
    cropped: (type) => again(type, 'Une partie en est coupée.'),
    glare: (type) => again(type, 'La lumière s’y reflète.'),
    wrong_document: (type) => again(type, 'Un autre document a été envoyé à sa place.'),
    wrong_side: (type) => again(type, 'C’est l’autre côté qui a été envoyé.'),
    expired: (type) => again(type, 'Celui qui a été envoyé a expiré.'),
    too_old: (type) => again(type, 'Celui qui a été envoyé est trop ancien.'),
    missing: (type) => `Veuillez envoyer ce document : ${type}. Il n’est pas encore arrivé.`,
    mismatch: (type) => again(type, 'Il ne s’accorde pas avec les autres.'),
    other: (type) => again(type, '').trimEnd(),
  },
};

const SIDES = { front: 'Le recto', back: 'Le verso' } as const;
const OUTCOMES = { approved: 'approuvé', review: 'en examen', denied: 'refusé', failed: 'échoué' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'Aucun document n’a pu être lu comme un type connu.',
  documentMissing: (types) => `Aucun document du type ${types.join(' ou ')} n’a été recueilli.`,
  documentUnfinished: 'Un document était encore en cours de lecture quand le dossier a été clos.',
  documentFailed: 'Un document n’a pas pu être lu.',
  documentUnknown: 'Un document ne correspond à aucun type connu.',
  documentDuplicate: 'Le même fichier a été envoyé plusieurs fois ; il compte une fois.',
  documentReused: (before, type) =>
    `Le même fichier tient lieu d’un document du type ${before} et d’un du type ${type}.`,
  optionalInvalid: (type) => `Un document du type ${type}, qui n’est pas exigé, enfreint des règles de validation.`,
  superseded: (type) => `Un document du type ${type} enfreignait des règles ; un autre, plus récent, compte.`,
  replaced: (type) => `Un document du type ${type} a été redemandé ; un autre, plus récent, compte.`,
  requested: (type) => `Un document du type ${type} a été redemandé et n’est pas arrivé.`,
  corrected: (field, type) => `Une personne a corrigé ${field} du document du type ${type}.`,
  crossMatchNotPossible: (fields) =>
    `Aucun champ qui doit concorder n’est indiqué par deux documents (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} n’est pas le même sur tous les documents (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `Aucun des champs qui doivent concorder n’a pu être lu dans le document du type ${type}.`,
  valuesDiffer: (type, field) =>
    `Des documents du type ${type} indiquent ${field} différemment ; la dernière valeur compte.`,
  underAge: (type, years) =>
    `D’après le document du type ${type}, le titulaire a moins de ${counted('fr', years, ['an', 'ans'])}.`,
  expiresSoon: (type, count) => `Le document du type ${type} n’est pas valable ${days(count)} à compter d’aujourd’hui.`,
  tooOld: (type, count) => `Le document du type ${type} date de plus de ${days(count)}.`,
  dateMissing: (rule, type) =>
    `${type === undefined ? 'Aucun document n’a' : `Le document du type ${type} n’a pas`} la date dont il s’agit dans la règle ${rule}.`,
  dateUnclear: (rule, field) => `La règle ${rule} ne peut être jugée d’après ce qui a été lu comme ${field}.`,
  confidenceUnread: (field) => `La règle min_confidence ne peut être jugée, car ${field} n’a pas été lu.`,
  confidenceUnstated: (field) => `La règle min_confidence ne peut être jugée, car aucun document n’a ${field}.`,
  lowConfidence: (field, least) => `${field} a été lu avec une confiance inférieure à ${least}.`,
  expectedNotStated: (field) => `Aucun document n’indique ${field}, qui est attendu.`,
  expectedMismatch: (field, types) =>
    `${field} n’est pas ce qui est attendu (${types.length > 0 ? types.join(', ') : 'les documents'}).`,
  sideMissing: (side, type) => `${side === undefined ? 'Un côté' : SIDES[side]} du document du type ${type} manque.`,
  forcedOutcome: (decision) =>
    `Le dossier est un essai, et ses métadonnées demandent le résultat « ${OUTCOMES[decision]} ».`,
  blocklistedPerson: 'La personne que le document nomme est sur la liste de blocage.',
  blocklistedNumber: 'Le numéro du document est sur la liste de blocage.',
  sameFile: 'Le même fichier est dans un autre dossier.',
  sameDocument: 'Un document du même type, du même numéro et du même pays est dans un autre dossier.',
  samePerson: 'Une personne du même nom et de la même date de naissance est dans un autre dossier.',
  ofAnother: 'Il y était celui d’une autre personne.',
  faceAlike: (type) => `Le portrait du document du type ${type} et le selfie se ressemblent assez.`,
  faceMismatch: (type) =>
    `Le portrait du document du type ${type} et le selfie se ressemblent moins que l’agent ne l’exige.`,
  faceNotCompared: {
    no_document: () => 'Aucun visage n’a été comparé : il n’y a pas de pièce d’identité.',
    no_selfie: () => 'Aucun visage n’a été comparé : il n’y a pas de selfie.',
    no_portrait: (type) =>
      `Aucun visage n’a été comparé : aucun portrait n’a été trouvé sur le document du type ${type}.`,
    no_face: () => 'Aucun visage n’a été comparé : aucun visage n’a été trouvé sur le selfie.',
    several_faces: () => 'Aucun visage n’a été comparé : le selfie en montre plusieurs.',
    unreadable: () => 'Aucun visage n’a été comparé : un fichier n’a pas pu être examiné.',
    no_engine: () => 'Aucun visage n’a été comparé : ils n’ont pas pu être examinés.',
    too_many: (type) => `Le portrait du document du type ${type} n’a pas été comparé : il y en a trop.`,
  },
  watchlist: {
    portrait: (type) => `Le portrait du document du type ${type}`,
    selfie: 'Le selfie',
    hit: (face, list) => `${face} ressemble à un visage d’une liste de surveillance (${list}).`,
    clear: (face, list) => `${face} ne ressemble à aucun visage d’une liste de surveillance (${list}).`,
    notSearched: (face, list) => `${face} n’a pas été comparé à une liste de surveillance (${list}).`,
    nothingToSearch: (list) => `Aucun visage n’a été comparé à une liste de surveillance (${list}).`,
    names: {
      politically_exposed_person: 'personnes politiquement exposées',
      sanction_watch: 'personnes sanctionnées',
      public_figures: 'personnalités publiques',
      fraudsters: 'fraudeurs',
      celebrity: 'célébrités',
    },
  },
};

const checks: Wording['checks'] = {
  blurred: 'L’image est trop floue pour être lue sûrement.',
  text_too_small: 'Le texte est trop petit pour être lu sûrement, ou il n’y en a pas.',
  too_dark: 'L’image est trop sombre.',
  low_contrast: 'Le texte se détache à peine du fond.',
  glare: 'Un reflet couvre une partie du document.',
  cut_off: 'Du texte touche le bord de l’image.',
  mrz_missing: 'Aucune zone de lecture automatique n’a été trouvée.',
  mrz_partly_unreadable: 'Des noms ou des pays de la zone de lecture automatique étaient trop mal lisibles.',
  mrz_check_digit_fails: 'Un chiffre de contrôle de la zone de lecture automatique est faux.',
  mrz_dates_impossible:
    'La zone de lecture automatique a une date qui n’existe pas, ou des dates qui ne peuvent aller ensemble.',
  barcode_missing: 'Aucun code-barres n’a été trouvé.',
  portrait_missing: 'Aucun portrait n’a été trouvé.',
  portrait_poor: 'Le portrait est trop petit, flou ou terne pour être comparé avec certitude.',
  mrz_differs_from_print: 'La zone de lecture automatique et l’imprimé indiquent un champ différemment.',
  mrz_not_found_in_print: 'Rien de ce que dit la zone de lecture automatique n’a été trouvé dans l’imprimé.',
  barcode_differs_from_print: 'Le code-barres et l’imprimé indiquent un champ différemment.',
  barcode_not_found_in_print:
    'Rien de ce que le code-barres dit du titulaire et du document n’a été trouvé dans l’imprimé.',
  editing_software: 'Le fichier est passé par un programme fait pour modifier des images ou des PDF.',
  pdf_changed_after_creation: 'Le PDF a été complété après sa première écriture.',
  modified_after_created: 'Le fichier dit avoir été modifié après sa création.',
  looks_like_screenshot: 'L’image a la taille d’un écran et aucune trace d’un appareil photo.',
  pdf_text_changed: "Une mise à jour du PDF a modifié le texte d'une page qui existait déjà.",
  pdf_text_covered: 'Du texte du PDF se trouve sous un élément opaque, et un autre texte est écrit par-dessus.',
  font_differs_in_value: "Une valeur est dans une autre police, taille ou ligne de base que celles qui l'entourent.",
  records_contradictory: 'Ce que le fichier dit de lui-même se contredit.',
  ground_differs_at_value: "Le fond sous une valeur n'est pas celui qui l'entoure, jusqu'à des bords droits.",
  paper_differs_at_value:
    "Le fond sous une valeur est plus clair que celui qui l'entoure, comme sous aucune autre ligne de la page.",
  print_differs_at_value: 'Une date est imprimée autrement que toutes les autres de sa page, qui se ressemblent.',
  part_saved_differently: "Une partie de l'image a été enregistrée auparavant avec moins de détails que le reste.",
  part_resized:
    "Une partie de l'image a été redimensionnée avant d'être insérée, et le reste non, ou pas de la même façon.",
  value_missing: 'Un champ que le type exige n’a pas été trouvé.',
  pattern_broken: 'Une valeur ne correspond pas au modèle de sa règle.',
  format_broken: 'Une valeur n’a pas le format de sa règle.',
  expired: 'Le document a expiré.',
  dates_impossible: 'Une date est dans le futur ou trop ancienne, ou des dates ne peuvent aller ensemble.',
  model_differs: 'Le modèle de langage lit sur la page une autre valeur que le moteur.',
  model_alone: 'Une valeur n’a été trouvée que par le modèle de langage ; elle figure sur la page.',
  seen_by_model: 'Ce que montre l’image, seul le modèle de langage l’a dit ; rien d’imprimé ne le prouve.',
  model_not_on_page:
    'Le modèle de langage a donné une valeur qui ne figure pas sur la page ; elle n’a pas été retenue.',
  model_type_differs: 'Le modèle de langage prend le document pour un autre type que le moteur.',
  type_mismatch: 'Le document ressemble à un autre type que celui qui a été demandé.',
  not_required: 'L’agent n’a pas besoin d’un document de ce type.',
};

const fields: Wording['fields'] = {
  ...common,
  expiry_date: 'date d’expiration',
  birth_date: 'date de naissance',
  issue_date: 'date de délivrance',
  issuing_authority: 'autorité de délivrance',
  nationality: 'nationalité',
  surname: 'nom de famille',
  given_names: 'prénoms',
  full_name: 'nom complet',
  address: 'adresse',
  iban: 'IBAN',
  tax_number: 'numéro fiscal',
  document_number: 'numéro du document',
  sex: 'sexe',
  birth_place: 'lieu de naissance',
};

/** French. */
export const fr: Wording = { or: 'ou', reply, reason, fields, checks };
