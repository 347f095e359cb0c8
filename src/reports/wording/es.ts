import { es as fields } from './fields/es.js';
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
  title: 'Informe de verificación',
  outcomes: {
    approved: 'Aprobado',
    review: 'En revisión',
    denied: 'Denegado',
    failed: 'Fallido',
    none: 'Caducado sin decisión',
  },
  afterReview: (outcome, author, time) => `${outcome} tras revisión por ${author} el ${time}.`,
  saidWith: (author, key) => `${author} (según se indicó con la ${key})`,
  erased: 'El contenido del caso se ha borrado; esto es lo que aún se sabe de él.',
  approved: (time) => `Aprobado según las reglas del agente el ${time}; nada exigía una revisión.`,
  review: (time) => `Cerrado el ${time}; una persona debe aprobar o denegar.`,
  failed: (time) => `Cerrado el ${time}; no había nada sobre lo que decidir.`,
  denied: (time) => `Denegado según las reglas del agente el ${time}.`,
  expired: (time) => `No ocurrió nada en el caso durante demasiado tiempo; caducó el ${time}.`,
  case: 'Caso',
  clientReference: 'Referencia del cliente',
  tenant: 'Arrendatario',
  platform: 'plataforma',
  agent: 'Agente',
  agentAndVersion: (name, version) => `${name}, versión ${version}`,
  askedFor: 'Documentos pedidos',
  nothingInParticular: 'ninguno en particular',
  opened: 'Abierto',
  completed: 'Cerrado',
  decided: 'Decidido',
  lastChange: 'Último cambio',
  made: 'Informe hecho',
  replayOf: 'Repetición de',
  documentsRead: 'Documentos leídos',
  typesCollected: 'Tipos recogidos',
  any: 'cualquiera',
  rulesKept: 'Reglas cumplidas',
  documentsAgree: 'Documentos concordantes',
  notCompared: 'no comparados',
  of: (count, all) => `${count} de ${all}`,
  reasons: 'Motivos',
  effect: 'Efecto',
  effects: { failed: 'Fallo', denied: 'Denegación', review: 'Revisión', note: 'Nota' },
  reason: 'Motivo',
  parties: 'Partes',
  roles: { holder: 'Titular', company: 'Empresa', employer: 'Empleador' },
  namedBy: (role, documents) => `${role}, según ${documents}`,
  documentsOf: (numbers) => `${numbers.length === 1 ? 'el documento' : 'los documentos'} ${numbers.join(', ')}`,
  alsoWritten: 'También escrito',
};

const documents: DocumentWords = {
  explanation:
    'La confianza es la proporción de valores correctos entre los que se leen así, en la medida en que se ha medido. El lugar de un ' +
    'valor es su página y su distancia del borde izquierdo y del superior de la página.',
  none: 'No se recibió ningún documento.',
  fitsNoType: 'No corresponde a ningún tipo conocido',
  couldNotBeRead: 'No se pudo leer',
  notRead: 'No leído',
  failed: 'Fallido',
  rulesKept: 'Reglas cumplidas',
  rulesBroken: 'Reglas incumplidas',
  notJudged: 'No juzgado',
  statuses: { pending: 'En espera', processing: 'Leyéndose' },
  file: 'Archivo',
  received: 'Recibido',
  read: 'Leído',
  sentAs: 'Enviado como',
  typeAndConfidence: (type, confidence) => `${type}, confianza ${confidence}`,
  knownBy: 'Reconocido por',
  evidence: {
    mrz: 'zona de lectura mecánica',
    barcode: 'código de barras',
    fields: 'rótulos de los campos',
    layout: 'disposición de la página',
    words: 'vocabulario de la página',
  },
  sameFileAs: 'Mismo archivo que',
  documentOf: (number) => `documento ${number}`,
  pages: 'Páginas',
  firstPages: (read, all) => `se leyeron las ${read} primeras de ${all}`,
  error: 'Error',
  failures: {
    unreadable: 'No se pudo leer el archivo.',
    engine_unavailable: 'La lectura de documentos no estaba disponible.',
    type_unusable: 'El tipo de documento no se podía usar.',
    internal: 'Se produjo un error interno durante la lectura.',
    case_ended: 'El caso terminó antes de que se leyera el documento.',
  },
  notMeasured: 'No se ha medido con qué frecuencia son correctos los valores de documentos de este tipo.',
  notFound: (fields) => `Buscado y no encontrado: ${fields}.`,
  printed: (text) => `impreso ${text}`,
  masked: 'oculto',
  sources: { mrz: 'MRZ', barcode: 'Código de barras', text_layer: 'Texto PDF', ocr: 'OCR', person: 'Persona' },
  page: (number) => `pág. ${number}`,
  brokenRules: (count) => (count === 1 ? '1 regla incumplida' : `${count} reglas incumplidas`),
  noPicture: 'Sin imagen',
  picture: (page, coarse) => `Página ${page}${coarse ? '. Imagen tosca, pues muestra valores ocultos' : ''}`,
  leftOut: (count) =>
    `Un informe contiene como máximo tres imágenes por documento y veinte en total: ${count === 1 ? '1 página más tiene' : `${count} páginas más tienen`} algo que mostrar y ${count === 1 ? 'queda' : 'quedan'} sin imagen.`,
  marks: {
    read: 'aquí se leyó un valor',
    doubt: 'aquí una comprobación halló algo dudoso',
    found: 'aquí una comprobación halló algo',
  },
  checks: 'Comprobaciones',
  checkNames: {
    blurred: 'Borroso',
    text_too_small: 'Texto demasiado pequeño',
    too_dark: 'Demasiado oscuro',
    low_contrast: 'Poco contraste',
    glare: 'Reflejo',
    cut_off: 'Cortado',
    mrz_missing: 'Falta la zona de lectura mecánica',
    mrz_partly_unreadable: 'Zona de lectura mecánica ilegible en parte',
    mrz_check_digit_fails: 'Dígito de control de la zona de lectura mecánica erróneo',
    mrz_dates_impossible: 'Fechas imposibles en la zona de lectura mecánica',
    barcode_missing: 'Falta el código de barras',
    portrait_missing: 'Falta el retrato',
    portrait_poor: 'Retrato poco nítido',
    mrz_differs_from_print: 'La zona de lectura mecánica difiere de lo impreso',
    mrz_not_found_in_print: 'Zona de lectura mecánica no hallada en lo impreso',
    barcode_differs_from_print: 'El código de barras difiere de lo impreso',
    editing_software: 'Programa de edición',
    pdf_changed_after_creation: 'PDF cambiado tras su creación',
    modified_after_created: 'Modificado tras su creación',
    looks_like_screenshot: 'Parece una captura de pantalla',
    pdf_text_changed: 'Texto del PDF cambiado',
    pdf_text_covered: 'Texto del PDF cubierto',
    font_differs_in_value: 'Tipo de letra distinto en un valor',
    records_contradictory: 'Datos del archivo contradictorios',
    ground_differs_at_value: 'Fondo distinto bajo un valor',
    paper_differs_at_value: 'Fondo más claro bajo un valor',
    print_differs_at_value: 'Impresión distinta en una fecha',
    part_saved_differently: 'Parte de la imagen guardada de otro modo',
    part_resized: 'Parte de la imagen redimensionada',
    value_missing: 'Falta un valor',
    pattern_broken: 'Patrón incumplido',
    format_broken: 'Formato incumplido',
    expired: 'Caducado',
    dates_impossible: 'Fechas imposibles',
    model_differs: 'El modelo de lenguaje lee otra cosa',
    model_alone: 'Hallado solo por el modelo de lenguaje',
    model_not_on_page: 'Dado por el modelo, no está en la página',
    model_type_differs: 'El modelo de lenguaje ve otro tipo',
    type_mismatch: 'Otro tipo de documento',
    not_required: 'No pedido',
  },
  checkSaid: { passed: 'No es así.', not_run: 'No se comprobó.' },
  checkStatuses: { failed: 'hallado', warned: 'dudoso', passed: 'no es así', not_run: 'sin comprobar' },
  weights: { info: 'información', weak: 'débil', moderate: 'medio', strong: 'fuerte' },
  notLookedAt: (checks) => `No comprobado: ${checks}.`,
  lookedFor: 'Buscado',
  outcome: 'Resultado',
  weight: 'Peso',
  whatWasFound: 'Lo que se halló',
};

const faces: FaceWords = {
  title: 'Caras',
  says: 'El retrato de cada documento de identidad junto al selfi, según el parecido de las dos caras: de 0 a 1, no un grado de certeza.',
  ...{ portrait: 'Retrato', selfie: 'Selfi', outcome: 'Resultado' },
  statuses: { passed: 'parecidas', failed: 'no parecidas', not_run: 'no comparadas' },
  ...{
    similarity: 'Parecido',
    threshold: 'Exigido',
    far: 'Extraños que lo alcanzan',
    notMeasured: 'no medido',
    networks: 'Redes',
  },
  watchlists: {
    title: 'Listas de vigilancia',
    says: 'Cada cara del expediente junto a las caras de las listas de vigilancia. Una coincidencia es un indicio para una persona que la examine, no una prueba: quién está en la lista no figura en este informe.',
    statuses: { passed: 'sin coincidencia', failed: 'coincidencia', not_run: 'no buscada' },
    ...{ compared: 'Caras de la lista', strangers: 'Desconocidos esperables' },
  },
};

const findings: FindingWords = {
  validation: 'Validación',
  validationSays: 'Los documentos que cuentan, según las reglas de su tipo al leerlos y al cerrar el caso.',
  whenRead: 'Al leer',
  atCompletion: 'Al cerrar',
  whatWasBroken: 'Lo que se incumplió',
  kept: 'cumplidas',
  broken: 'incumplidas',
  crossMatch: 'Cotejo de documentos',
  notCompared: 'Los documentos no se compararon: el agente no nombra campos, o había muy pocos.',
  crossMatchSays: 'Lo que los documentos dicen de lo mismo, y cuánto se parecen cada dos de ellos: 100 % es lo mismo.',
  unmatched: (numbers) => `Nada une estos documentos con los demás: ${numbers}.`,
  agrees: (least) => `coincide, ${least} como mínimo`,
  differs: (least) => `difiere, ${least} como mínimo`,
  statedByFew: 'indicado por menos de dos documentos',
  kinds: { name: 'nombre', date: 'fecha', number: 'número', address: 'dirección', text: 'texto' },
  with: (number) => `con ${number}`,
  likeness: 'Semejanza',
  differing: 'Documentos de un mismo tipo que indican un campo de forma distinta; cuenta el último valor.',
  documentAndValue: 'Documento: valor',
  replay: 'Repetición',
  replaySays: (session_id) => `Este caso vuelve a leer los documentos del caso ${session_id}.`,
  whatChanged: 'Lo que cambió',
};

const history: HistoryWords = {
  trail: 'Camino hasta la decisión',
  timeline: 'Cronología',
  timelineSays: 'Cada suceso del caso, en el orden en que se guardó. Los sucesos nunca se cambian ni se eliminan.',
  number: 'N.º',
  time: 'Hora',
  whatHappened: 'Lo que ocurrió',
  eventBy: (type, actor) => `${type}, por ${actor}`,
  integrity: 'Integridad',
  integritySays:
    'SHA-256 en todo. El hash de un documento es el del archivo tal como se subió. El hash del historial abarca cada suceso ' +
    'guardado del caso, cada uno junto con el hash anterior. El hash del informe abarca los mismos hechos en JSON; van adjuntos a ' +
    'este PDF como report.json y la API los entrega.',
  report: 'Informe',
  history: 'Historial',
  events: (count, stream) => `${count} sucesos del flujo ${stream}`,
  log: 'Registro',
  logRoot: (events, signedAt) => `Raíz del árbol de ${events} sucesos, firmada el ${signedAt}`,
};

const STATUSES = {
  ...{ collecting: 'en recogida', completed: 'cerrado', review: 'en revisión', denied: 'denegado' },
  ...{ failed: 'fallido', expired: 'caducado' },
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  ...{ unreadable: 'ilegible', engine_unavailable: 'lectura no disponible', type_unusable: 'tipo no utilizable' },
  ...{ internal: 'error interno', case_ended: 'caso terminado' },
};

const CODES = {
  ...{ unreadable: 'ilegible', cropped: 'cortado', glare: 'reflejo', wrong_document: 'documento equivocado' },
  ...{ wrong_side: 'lado equivocado', expired: 'caducado', missing: 'falta', mismatch: 'no coincide' },
  other: 'otra razón',
} as const;

const saidBy = (by: string | null): string => (by ? ` por ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `El caso se abrió para el agente ${agent}, versión ${version}`,
  replayRequested: (session_id) => `El caso repite lo que hizo el caso ${session_id}`,
  replayCompared: 'El resultado de la repetición se puso junto al anterior',
  received: (number, mime_type, sameAs) =>
    `Se recibió el documento ${number} (${mime_type})${sameAs === undefined ? '' : `; su contenido es el del documento ${sameAs}`}`,
  readAsNothing: (number) => `El documento ${number} se leyó y no corresponde a ningún tipo conocido`,
  read: (number, type, confidence) =>
    `El documento ${number} se leyó como: ${type}${confidence && `, confianza ${confidence}`}`,
  failed: (number, reason) => `El documento ${number} no se pudo leer (${FAILURES[reason] ?? reason})`,
  completed: (status) => `El caso se cerró; su estado pasó a ser: ${STATUSES[status]}`,
  decided: (decision, by) => `El caso fue ${decision === 'approve' ? 'aprobado' : 'denegado'}${saidBy(by)}`,
  assigned: (assignee) =>
    assignee === null ? 'El caso ya no está asignado a nadie' : `El caso se asignó a ${assignee}`,
  noted: (by) => `Nota escrita${saidBy(by)}`,
  requested: (items, by) =>
    `El caso vuelve a recoger; pedido${saidBy(by)}: ${items.map(({ type, code }) => `${type} (${CODES[code]})`).join(', ')}`,
  corrected: (number, fields, by) =>
    `Lo leído del documento ${number} fue corregido${saidBy(by)}: ${fields.join(', ')}`,
  expired: 'El caso caducó: no ocurrió nada en él durante demasiado tiempo',
  messageReceived: 'Se recibió un mensaje',
  messageSent: 'El agente envió un mensaje',
  erased: (reason) => `Lo leído y dicho en el caso, y sus documentos, se borraron${WHY[reason]}`,
};

const WHY = {
  person_asked: ', porque la persona lo pidió',
  retention_ended: ', porque no debían conservarse más',
  opened_by_mistake: ', porque el caso se abrió por error',
  other: '',
};

/** Spanish. */
export const es: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'sí', no: 'no', document: 'Documento', documentsTitle: 'Documentos', documentType: 'Tipo de documento' },
  ...{ type: 'Tipo', field: 'Campo', value: 'Valor', confidence: 'Confianza', source: 'Fuente', place: 'Lugar' },
  units: { bytes: 'bytes', kB: 'kB', MB: 'MB' },
  apiKey: (name) => `clave de API ${name}`,
  fields,
  titleOf: (session_id) => `Informe de verificación ${session_id}`,
  subject: (agent) => `Caso del agente ${agent}`,
  attachment: 'Los hechos de este informe',
  footer: (session_id, hash) => `Confidencial: datos personales · caso ${session_id} · informe ${hash}`,
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  beyondFonts:
    'Algunos valores están escritos en otros alfabetos que el latino, el griego y el cirílico. Las letras que faltan en los tipos de ' +
    'esta página aparecen como casillas vacías; el report.json adjunto las contiene todas.',
};
