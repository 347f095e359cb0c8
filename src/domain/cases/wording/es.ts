import { es as common } from './fields/es.js';
import { counted, listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('es', items);
const days = (count: number): string => counted('es', count, ['día', 'días']);
const again = (type: string, why: string): string => `Envíe de nuevo este documento, por favor: ${type}. ${why}`;

const reply: ReplyWords = {
  hello: (agent) => `Hola, aquí ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Envíe sus documentos, por favor, como imágenes o archivos PDF.'
      : `Envíe, por favor, como imágenes o archivos PDF: ${list(types)}.`,
  asksSelfie: 'Envíe también, por favor, un selfi: una foto en la que solo se vea su cara.',
  helloAgain: 'Hola.',
  welcome: 'De nada.',
  help: 'Envíe documentos con un mensaje o pregunte qué falta todavía.',
  helpWithQuestions:
    'Envíe documentos con un mensaje, pregunte qué falta todavía o pregunte por lo que se ha leído, como una fecha o un número.',
  theDocument: 'El documento',
  failed: (file) => `${file} no se pudo leer; envíe, por favor, una imagen más nítida u otro archivo.`,
  unread: (file) => `${file} todavía se está leyendo.`,
  unknown: (file) => `${file} no parece un documento que yo conozca.`,
  takenForSelfie: (file) => `${file} no parece un documento que yo conozca, así que se toma por su selfi.`,
  read: (file, type) => `${file} se leyó como: ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} se leyó como: ${type}; hay algo que no está bien${fields.length > 0 ? ` (${list(fields)})` : ''}.`,
  sentBefore: 'Ya había enviado este archivo.',
  nothingRead: 'Hasta ahora no se ha leído ningún documento.',
  readSoFar: (count) => `Leído hasta ahora: ${counted('es', count, ['documento', 'documentos'])}.`,
  complete: 'Están todos los documentos necesarios.',
  sideOf: (side, type) => `${type} – ${side === 'front' ? 'anverso' : 'reverso'}`,
  needed: (missing, here, of) => `Falta todavía: ${list(missing)} (hay ${here} de ${of}).`,
  couldNotBeRead: (types) => `Lo que se envió como ${list(types)} no se pudo leer.`,
  selfieNeeded: 'Falta todavía un selfi: una foto en la que solo se vea su cara.',
  valueOn: (value, type) => `${value} (${type})`,
  valuesAre: (field, values) => `${field}: ${list(values)}.`,
  valueNotRead: (field) => `No se leyó: ${field}.`,
  nothingReadFrom: (type) => `No se leyó nada de este documento: ${type}.`,
  allRead: (type, values, more) =>
    `Leído (${type}): ${values.join('; ')}${more > 0 ? `; y ${counted('es', more, ['valor más', 'valores más'])}` : ''}.`,
  nothingWrong: (type) => `Este documento no tiene nada mal: ${type}.`,
  wrong: (type) => `Hay algo que no está bien en este documento: ${type}.`,
  request: {
    unreadable: (type) => again(type, 'No se pudo leer.'),
    cropped: (type) => again(type, 'Una parte está cortada.'),
    glare: (type) => again(type, 'La luz se refleja en él.'),
    wrong_document: (type) => again(type, 'En su lugar llegó otro documento.'),
    wrong_side: (type) => again(type, 'Llegó la otra cara.'),
    expired: (type) => again(type, 'El que se envió ha caducado.'),
    too_old: (type) => again(type, 'El que se envió es demasiado antiguo.'),
    missing: (type) => `Envíe este documento, por favor: ${type}. Todavía no ha llegado.`,
    mismatch: (type) => again(type, 'No coincide con los demás.'),
    other: (type) => again(type, '').trimEnd(),
  },
};

const SIDES = { front: 'el anverso', back: 'el reverso' } as const;
const OUTCOMES = { approved: 'aprobado', review: 'en revisión', denied: 'denegado', failed: 'fallido' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'Ningún documento se pudo leer como un tipo conocido.',
  documentMissing: (types) => `No se recibió ningún documento del tipo ${types.join(' o ')}.`,
  documentUnfinished: 'Un documento todavía se estaba leyendo cuando se cerró el caso.',
  documentFailed: 'Un documento no se pudo leer.',
  documentUnknown: 'Un documento no corresponde a ningún tipo conocido.',
  documentDuplicate: 'El mismo archivo se subió más de una vez; cuenta una vez.',
  documentReused: (before, type) =>
    `El mismo archivo vale por un documento del tipo ${before} y por uno del tipo ${type}.`,
  optionalInvalid: (type) => `Un documento del tipo ${type}, que no se exige, incumple reglas de validación.`,
  superseded: (type) => `Un documento del tipo ${type} incumplía reglas; cuenta uno posterior.`,
  replaced: (type) => `Un documento del tipo ${type} se pidió de nuevo; cuenta uno posterior.`,
  requested: (type) => `Un documento del tipo ${type} se pidió de nuevo y no ha llegado.`,
  corrected: (field, type) => `Una persona corrigió ${field} del documento del tipo ${type}.`,
  crossMatchNotPossible: (fields) =>
    `No hay dos documentos que indiquen un campo que deba coincidir (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} no es igual en todos los documentos (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `Ninguno de los campos que deben coincidir se pudo leer en el documento del tipo ${type}.`,
  valuesDiffer: (type, field) =>
    `Documentos del tipo ${type} indican ${field} de forma distinta; cuenta el valor posterior.`,
  underAge: (type, years) =>
    `Según el documento del tipo ${type}, su titular tiene menos de ${counted('es', years, ['año', 'años'])}.`,
  expiresSoon: (type, count) => `El documento del tipo ${type} no es válido durante ${days(count)} a partir de hoy.`,
  tooOld: (type, count) => `La fecha del documento del tipo ${type} es de hace más de ${days(count)}.`,
  dateMissing: (rule, type) =>
    `${type === undefined ? 'Ningún documento tiene' : `El documento del tipo ${type} no tiene`} la fecha de la que trata la regla ${rule}.`,
  dateUnclear: (rule, field) => `La regla ${rule} no se puede juzgar por lo que se leyó como ${field}.`,
  confidenceUnread: (field) => `La regla min_confidence no se puede juzgar, pues ${field} no se leyó.`,
  confidenceUnstated: (field) => `La regla min_confidence no se puede juzgar, pues ningún documento tiene ${field}.`,
  lowConfidence: (field, least) => `${field} se leyó con una confianza inferior a ${least}.`,
  expectedNotStated: (field) => `Ningún documento indica ${field}, que se espera.`,
  expectedMismatch: (field, types) =>
    `${field} no es lo que se espera (${types.length > 0 ? types.join(', ') : 'los documentos'}).`,
  sideMissing: (side, type) => `Falta ${side === undefined ? 'una cara' : SIDES[side]} del documento del tipo ${type}.`,
  forcedOutcome: (decision) => `El caso es una prueba, y sus metadatos piden el resultado «${OUTCOMES[decision]}».`,
  blocklistedPerson: 'La persona que nombra el documento está en la lista de bloqueo.',
  blocklistedNumber: 'El número del documento está en la lista de bloqueo.',
  sameFile: 'El mismo archivo está en otro caso.',
  sameDocument: 'Un documento del mismo tipo, número y país emisor está en otro caso.',
  samePerson: 'Una persona con el mismo nombre y fecha de nacimiento está en otro caso.',
  ofAnother: 'Allí era de otra persona.',
  faceAlike: (type) => `El retrato del documento del tipo ${type} y el selfi se parecen lo suficiente.`,
  faceMismatch: (type) =>
    `El retrato del documento del tipo ${type} y el selfi se parecen menos de lo que exige el agente.`,
  faceNotCompared: {
    no_document: () => 'No se comparó ninguna cara: no hay documento de identidad.',
    no_selfie: () => 'No se comparó ninguna cara: no hay selfi.',
    no_portrait: (type) =>
      `No se comparó ninguna cara: no se encontró ningún retrato en el documento del tipo ${type}.`,
    no_face: () => 'No se comparó ninguna cara: no se encontró ninguna en el selfi.',
    several_faces: () => 'No se comparó ninguna cara: el selfi muestra varias.',
    unreadable: () => 'No se comparó ninguna cara: un archivo no se pudo examinar.',
    no_engine: () => 'No se comparó ninguna cara: no se pudieron examinar.',
    too_many: (type) => `El retrato del documento del tipo ${type} no se comparó: hay demasiados.`,
  },
  watchlist: {
    portrait: (type) => `El retrato del documento del tipo ${type}`,
    selfie: 'El selfi',
    hit: (face, list) => `${face} se parece a una cara de una lista de vigilancia (${list}).`,
    clear: (face, list) => `${face} no se parece a ninguna cara de una lista de vigilancia (${list}).`,
    notSearched: (face, list) => `${face} no se comparó con una lista de vigilancia (${list}).`,
    nothingToSearch: (list) => `No se comparó ninguna cara con una lista de vigilancia (${list}).`,
    names: {
      politically_exposed_person: 'personas expuestas políticamente',
      sanction_watch: 'personas sancionadas',
      public_figures: 'figuras públicas',
      fraudsters: 'defraudadores',
      celebrity: 'famosos',
    },
  },
};

const checks: Wording['checks'] = {
  blurred: 'La imagen está demasiado borrosa para leerse con seguridad.',
  text_too_small: 'El texto es demasiado pequeño para leerse con seguridad, o no hay ninguno.',
  too_dark: 'La imagen es demasiado oscura.',
  low_contrast: 'El texto apenas destaca del fondo.',
  glare: 'Un reflejo cubre parte del documento.',
  cut_off: 'El texto toca el borde de la imagen.',
  mrz_missing: 'No se encontró ninguna zona de lectura mecánica.',
  mrz_partly_unreadable: 'Nombres o países de la zona de lectura mecánica se leían demasiado mal.',
  mrz_check_digit_fails: 'Un dígito de control de la zona de lectura mecánica no es correcto.',
  mrz_dates_impossible: 'La zona de lectura mecánica tiene una fecha que no existe, o fechas que no pueden ir juntas.',
  barcode_missing: 'No se encontró ningún código de barras.',
  portrait_missing: 'No se encontró ningún retrato.',
  portrait_poor: 'El retrato es demasiado pequeño, borroso o plano para compararlo con seguridad.',
  mrz_differs_from_print: 'La zona de lectura mecánica y lo impreso indican un campo de forma distinta.',
  mrz_not_found_in_print: 'Nada de lo que dice la zona de lectura mecánica se encontró en lo impreso.',
  barcode_differs_from_print: 'El código de barras y lo impreso indican un campo de forma distinta.',
  barcode_not_found_in_print:
    'Nada de lo que el código de barras dice del titular y del documento se encontró en lo impreso.',
  editing_software: 'El archivo pasó por un programa hecho para modificar imágenes o PDF.',
  pdf_changed_after_creation: 'Al PDF se le añadió algo después de escribirse por primera vez.',
  modified_after_created: 'El archivo dice que se modificó después de crearse.',
  looks_like_screenshot: 'La imagen tiene el tamaño de una pantalla y ningún rastro de una cámara.',
  pdf_text_changed: 'Una actualización del PDF cambió el texto de una página que ya existía.',
  pdf_text_covered: 'Hay texto del PDF bajo algo opaco, y encima se escribió otro texto.',
  font_differs_in_value: 'Un valor está en otra fuente, tamaño o línea base que los de al lado.',
  records_contradictory: 'Lo que el archivo dice de sí mismo se contradice.',
  ground_differs_at_value: 'El fondo bajo un valor no es como el de alrededor, hasta unos bordes rectos.',
  paper_differs_at_value:
    'El fondo bajo un valor es más claro que el de alrededor, como bajo ninguna otra línea de la página.',
  print_differs_at_value:
    'Una fecha está impresa de forma distinta a todas las demás de su página, que son iguales entre sí.',
  part_saved_differently: 'Una parte de la imagen se guardó antes con menos detalle que el resto.',
  part_resized: 'Una parte de la imagen se redimensionó antes de insertarla, y el resto no, o no del mismo modo.',
  value_missing: 'No se encontró un campo que el tipo exige.',
  pattern_broken: 'Un valor no corresponde al patrón de su regla.',
  format_broken: 'Un valor no tiene el formato de su regla.',
  expired: 'El documento ha caducado.',
  dates_impossible: 'Una fecha está en el futuro o demasiado atrás, o hay fechas que no pueden ir juntas.',
  model_differs: 'El modelo de lenguaje lee en la página otro valor que el motor.',
  model_alone: 'Un valor lo encontró solo el modelo de lenguaje; está en la página.',
  seen_by_model: 'Lo que muestra la imagen lo dijo solo el modelo de lenguaje; nada impreso lo prueba.',
  model_not_on_page: 'El modelo de lenguaje dio un valor que no está en la página; no se tomó.',
  model_type_differs: 'El modelo de lenguaje toma el documento por otro tipo que el motor.',
  type_mismatch: 'El documento parece de otro tipo que el que se pidió.',
  not_required: 'El agente no necesita un documento de este tipo.',
};

const fields: Wording['fields'] = {
  ...common,
  expiry_date: 'fecha de caducidad',
  birth_date: 'fecha de nacimiento',
  issue_date: 'fecha de expedición',
  issuing_authority: 'autoridad expedidora',
  nationality: 'nacionalidad',
  surname: 'apellidos',
  given_names: 'nombre de pila',
  full_name: 'nombre completo',
  address: 'dirección',
  iban: 'IBAN',
  tax_number: 'número fiscal',
  document_number: 'número del documento',
  sex: 'sexo',
  birth_place: 'lugar de nacimiento',
};

/** Spanish. */
export const es: Wording = { or: 'o', reply, reason, fields, checks };
