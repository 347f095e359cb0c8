import { it as common } from './fields/it.js';
import { counted, listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('it', items);
const days = (count: number): string => counted('it', count, ['giorno', 'giorni']);
const again = (type: string, why: string): string => `Invii di nuovo questo documento, per favore: ${type}. ${why}`;

const reply: ReplyWords = {
  hello: (agent) => `Buongiorno, qui ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Invii i suoi documenti, per favore, come immagini o file PDF.'
      : `Invii, per favore, come immagini o file PDF: ${list(types)}.`,
  asksSelfie: 'Invii anche un selfie, per favore: una foto che mostri solo il suo volto.',
  helloAgain: 'Buongiorno.',
  welcome: 'Prego.',
  help: 'Invii documenti con un messaggio o chieda che cosa manca ancora.',
  helpWithQuestions:
    'Invii documenti con un messaggio, chieda che cosa manca ancora o chieda di ciò che è stato letto, come una data o un numero.',
  theDocument: 'Il documento',
  failed: (file) => `${file} non si è potuto leggere; invii, per favore, un’immagine più nitida o un altro file.`,
  unread: (file) => `${file} è ancora in lettura.`,
  unknown: (file) => `${file} non sembra un documento che conosco.`,
  takenForSelfie: (file) => `${file} non sembra un documento che conosco, quindi vale come suo selfie.`,
  read: (file, type) => `${file} è stato letto come: ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} è stato letto come: ${type}; qualcosa non va${fields.length > 0 ? ` (${list(fields)})` : ''}.`,
  sentBefore: 'Questo file era già stato inviato.',
  nothingRead: 'Finora non è stato letto nessun documento.',
  readSoFar: (count) => `Letto finora: ${counted('it', count, ['documento', 'documenti'])}.`,
  complete: 'Ci sono tutti i documenti necessari.',
  sideOf: (side, type) => `${type} – ${side === 'front' ? 'fronte' : 'retro'}`,
  needed: (missing, here, of) => `Manca ancora: ${list(missing)} (${here} di ${of} ci sono).`,
  couldNotBeRead: (types) => `Ciò che è stato inviato come ${list(types)} non si è potuto leggere.`,
  selfieNeeded: 'Manca ancora un selfie: una foto che mostri solo il suo volto.',
  valueOn: (value, type) => `${value} (${type})`,
  valuesAre: (field, values) => `${field}: ${list(values)}.`,
  valueNotRead: (field) => `Non è stato letto: ${field}.`,
  nothingReadFrom: (type) => `Da questo documento non è stato letto nulla: ${type}.`,
  allRead: (type, values, more) =>
    `Letto (${type}): ${values.join('; ')}${more > 0 ? `; e ${counted('it', more, ['altro valore', 'altri valori'])}` : ''}.`,
  nothingWrong: (type) => `In questo documento non c’è nulla di sbagliato: ${type}.`,
  wrong: (type) => `Qualcosa non va in questo documento: ${type}.`,
  request: {
    unreadable: (type) => again(type, 'Non si è potuto leggere.'),
    cropped: (type) => again(type, 'Una parte è tagliata.'),
    glare: (type) => again(type, 'Vi si riflette la luce.'),
    wrong_document: (type) => again(type, 'Al suo posto è arrivato un altro documento.'),
    wrong_side: (type) => again(type, 'È arrivato l’altro lato.'),
    expired: (type) => again(type, 'Quello inviato è scaduto.'),
    too_old: (type) => again(type, 'Quello inviato è troppo vecchio.'),
    missing: (type) => `Invii questo documento, per favore: ${type}. Non è ancora arrivato.`,
    mismatch: (type) => again(type, 'Non concorda con gli altri.'),
    other: (type) => again(type, '').trimEnd(),
  },
};

const SIDES = { front: 'il fronte', back: 'il retro' } as const;
const OUTCOMES = { approved: 'approvato', review: 'in esame', denied: 'rifiutato', failed: 'fallito' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'Nessun documento si è potuto leggere come un tipo conosciuto.',
  documentMissing: (types) => `Non è stato raccolto nessun documento del tipo ${types.join(' o ')}.`,
  documentUnfinished: 'Un documento era ancora in lettura quando il caso è stato concluso.',
  documentFailed: 'Un documento non si è potuto leggere.',
  documentUnknown: 'Un documento non corrisponde a nessun tipo conosciuto.',
  documentDuplicate: 'Lo stesso file è stato caricato più di una volta; conta una volta.',
  documentReused: (before, type) =>
    `Lo stesso file vale per un documento del tipo ${before} e per uno del tipo ${type}.`,
  optionalInvalid: (type) => `Un documento del tipo ${type}, che non è richiesto, viola regole di validazione.`,
  superseded: (type) => `Un documento del tipo ${type} violava regole; conta uno successivo.`,
  replaced: (type) => `Un documento del tipo ${type} è stato chiesto di nuovo; conta uno successivo.`,
  requested: (type) => `Un documento del tipo ${type} è stato chiesto di nuovo e non è arrivato.`,
  corrected: (field, type) => `Una persona ha corretto ${field} del documento del tipo ${type}.`,
  crossMatchNotPossible: (fields) =>
    `Non ci sono due documenti che indichino un campo che deve coincidere (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} non è uguale su tutti i documenti (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `Nessuno dei campi che devono coincidere si è potuto leggere nel documento del tipo ${type}.`,
  valuesDiffer: (type, field) =>
    `Documenti del tipo ${type} indicano ${field} in modo diverso; conta il valore successivo.`,
  underAge: (type, years) =>
    `Secondo il documento del tipo ${type}, il titolare ha meno di ${counted('it', years, ['anno', 'anni'])}.`,
  expiresSoon: (type, count) => `Il documento del tipo ${type} non è valido per ${days(count)} da oggi.`,
  tooOld: (type, count) => `La data del documento del tipo ${type} risale a più di ${days(count)} fa.`,
  dateMissing: (rule, type) =>
    `${type === undefined ? 'Nessun documento ha' : `Il documento del tipo ${type} non ha`} la data di cui tratta la regola ${rule}.`,
  dateUnclear: (rule, field) => `La regola ${rule} non si può giudicare da ciò che è stato letto come ${field}.`,
  confidenceUnread: (field) => `La regola min_confidence non si può giudicare, perché ${field} non è stato letto.`,
  confidenceUnstated: (field) => `La regola min_confidence non si può giudicare, perché nessun documento ha ${field}.`,
  lowConfidence: (field, least) => `${field} è stato letto con una confidenza inferiore a ${least}.`,
  expectedNotStated: (field) => `Nessun documento indica ${field}, che è atteso.`,
  expectedMismatch: (field, types) =>
    `${field} non è ciò che è atteso (${types.length > 0 ? types.join(', ') : 'i documenti'}).`,
  sideMissing: (side, type) => `Manca ${side === undefined ? 'un lato' : SIDES[side]} del documento del tipo ${type}.`,
  forcedOutcome: (decision) => `Il caso è una prova, e i suoi metadati chiedono l’esito «${OUTCOMES[decision]}».`,
  blocklistedPerson: 'La persona che il documento nomina è nella lista di blocco.',
  blocklistedNumber: 'Il numero del documento è nella lista di blocco.',
  sameFile: 'Lo stesso file è in un altro caso.',
  sameDocument: 'Un documento dello stesso tipo, numero e paese di rilascio è in un altro caso.',
  samePerson: 'Una persona con lo stesso nome e data di nascita è in un altro caso.',
  ofAnother: 'Là era di un’altra persona.',
  faceAlike: (type) => `Il ritratto del documento del tipo ${type} e il selfie si somigliano abbastanza.`,
  faceMismatch: (type) =>
    `Il ritratto del documento del tipo ${type} e il selfie si somigliano meno di quanto l’agente richieda.`,
  faceNotCompared: {
    no_document: () => 'Nessun volto è stato confrontato: non c’è alcun documento d’identità.',
    no_selfie: () => 'Nessun volto è stato confrontato: non c’è alcun selfie.',
    no_portrait: (type) =>
      `Nessun volto è stato confrontato: nel documento del tipo ${type} non è stato trovato alcun ritratto.`,
    no_face: () => 'Nessun volto è stato confrontato: nel selfie non ne è stato trovato alcuno.',
    several_faces: () => 'Nessun volto è stato confrontato: il selfie ne mostra più d’uno.',
    unreadable: () => 'Nessun volto è stato confrontato: un file non ha potuto essere esaminato.',
    no_engine: () => 'Nessun volto è stato confrontato: non è stato possibile esaminarli.',
    too_many: (type) => `Il ritratto del documento del tipo ${type} non è stato confrontato: ce ne sono troppi.`,
  },
  watchlist: {
    portrait: (type) => `Il ritratto del documento del tipo ${type}`,
    selfie: 'Il selfie',
    hit: (face, list) => `${face} somiglia a un volto di una lista di sorveglianza (${list}).`,
    clear: (face, list) => `${face} non somiglia a nessun volto di una lista di sorveglianza (${list}).`,
    notSearched: (face, list) => `${face} non è stato confrontato con una lista di sorveglianza (${list}).`,
    nothingToSearch: (list) => `Nessun volto è stato confrontato con una lista di sorveglianza (${list}).`,
    names: {
      politically_exposed_person: 'persone politicamente esposte',
      sanction_watch: 'persone sanzionate',
      public_figures: 'personaggi pubblici',
      fraudsters: 'truffatori',
      celebrity: 'celebrità',
    },
  },
};

const checks: Wording['checks'] = {
  blurred: 'L’immagine è troppo sfocata per essere letta con sicurezza.',
  text_too_small: 'Il testo è troppo piccolo per essere letto con sicurezza, o non ce n’è.',
  too_dark: 'L’immagine è troppo scura.',
  low_contrast: 'Il testo si stacca appena dal fondo.',
  glare: 'Un riflesso copre parte del documento.',
  cut_off: 'Il testo tocca il bordo dell’immagine.',
  mrz_missing: 'Non è stata trovata nessuna zona a lettura ottica.',
  mrz_partly_unreadable: 'Nomi o paesi della zona a lettura ottica si leggevano troppo male.',
  mrz_check_digit_fails: 'Una cifra di controllo della zona a lettura ottica non torna.',
  mrz_dates_impossible: 'La zona a lettura ottica ha una data che non esiste, o date che non possono stare insieme.',
  barcode_missing: 'Non è stato trovato nessun codice a barre.',
  portrait_missing: 'Non è stato trovato nessun ritratto.',
  portrait_poor: 'Il ritratto è troppo piccolo, sfocato o piatto per essere confrontato con certezza.',
  mrz_differs_from_print: 'La zona a lettura ottica e la stampa indicano un campo in modo diverso.',
  mrz_not_found_in_print: 'Nulla di ciò che dice la zona a lettura ottica è stato trovato nella stampa.',
  barcode_differs_from_print: 'Il codice a barre e la stampa indicano un campo in modo diverso.',
  barcode_not_found_in_print:
    'Nulla di ciò che il codice a barre dice del titolare e del documento è stato trovato nella stampa.',
  editing_software: 'Il file è passato per un programma fatto per modificare immagini o PDF.',
  pdf_changed_after_creation: 'Al PDF è stato aggiunto qualcosa dopo la prima scrittura.',
  modified_after_created: 'Il file dice di essere stato modificato dopo la creazione.',
  looks_like_screenshot: 'L’immagine ha le dimensioni di uno schermo e nessuna traccia di una fotocamera.',
  pdf_text_changed: "Un aggiornamento del PDF ha cambiato il testo di una pagina che c'era già.",
  pdf_text_covered: 'Del testo del PDF si trova sotto qualcosa di opaco, e sopra è scritto altro testo.',
  font_differs_in_value: 'Un valore è in un altro carattere, corpo o linea di base rispetto a quelli accanto.',
  records_contradictory: 'Ciò che il file dice di sé si contraddice.',
  ground_differs_at_value: 'Lo sfondo sotto un valore non è come quello intorno, fino a bordi dritti.',
  paper_differs_at_value:
    "Lo sfondo sotto un valore è più chiaro di quello intorno, come sotto nessun'altra riga della pagina.",
  print_differs_at_value:
    'Una data è stampata diversamente da tutte le altre della sua pagina, che sono uguali tra loro.',
  part_saved_differently: "Una parte dell'immagine è stata salvata prima con meno dettagli del resto.",
  part_resized:
    "Una parte dell'immagine è stata ridimensionata prima di essere inserita, e il resto no, o non allo stesso modo.",
  value_missing: 'Non è stato trovato un campo che il tipo richiede.',
  pattern_broken: 'Un valore non corrisponde al modello della sua regola.',
  format_broken: 'Un valore non ha il formato della sua regola.',
  expired: 'Il documento è scaduto.',
  dates_impossible: 'Una data è nel futuro o troppo indietro, o ci sono date che non possono stare insieme.',
  model_differs: 'Il modello linguistico legge sulla pagina un valore diverso da quello del motore.',
  model_alone: 'Un valore è stato trovato solo dal modello linguistico; si trova sulla pagina.',
  seen_by_model: 'Ciò che mostra l’immagine l’ha detto solo il modello linguistico; nulla di stampato lo prova.',
  model_not_on_page: 'Il modello linguistico ha indicato un valore che non si trova sulla pagina; non è stato preso.',
  model_type_differs: 'Il modello linguistico considera il documento di un altro tipo rispetto al motore.',
  type_mismatch: 'Il documento sembra di un altro tipo rispetto a quello richiesto.',
  not_required: 'L’agente non ha bisogno di un documento di questo tipo.',
};

const fields: Wording['fields'] = {
  ...common,
  expiry_date: 'data di scadenza',
  birth_date: 'data di nascita',
  issue_date: 'data di rilascio',
  issuing_authority: 'autorità di rilascio',
  nationality: 'cittadinanza',
  surname: 'cognome',
  given_names: 'nome di battesimo',
  full_name: 'nome completo',
  address: 'indirizzo',
  iban: 'IBAN',
  tax_number: 'codice fiscale',
  document_number: 'numero del documento',
  sex: 'sesso',
  birth_place: 'luogo di nascita',
};

/** Italian. */
export const it: Wording = { or: 'o', reply, reason, fields, checks };
