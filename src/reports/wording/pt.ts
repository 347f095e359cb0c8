import { pt as fields } from './fields/pt.js';
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
  title: 'Relatório de verificação',
  outcomes: {
    approved: 'Aprovado',
    review: 'Em análise',
    denied: 'Recusado',
    failed: 'Falhado',
    none: 'Expirado sem decisão',
  },
  afterReview: (outcome, author, time) => `${outcome} após análise por ${author} em ${time}.`,
  saidWith: (author, key) => `${author} (conforme indicado com a ${key})`,
  erased: 'O conteúdo do caso foi apagado; isto é o que ainda se sabe dele.',
  approved: (time) => `Aprovado pelas regras do agente em ${time}; nada exigia uma análise.`,
  review: (time) => `Concluído em ${time}; uma pessoa tem de aprovar ou recusar.`,
  failed: (time) => `Concluído em ${time}; não havia nada sobre que decidir.`,
  denied: (time) => `Recusado pelas regras do agente em ${time}.`,
  expired: (time) => `Nada aconteceu no caso durante demasiado tempo; expirou em ${time}.`,
  case: 'Caso',
  clientReference: 'Referência do cliente',
  tenant: 'Inquilino',
  platform: 'plataforma',
  agent: 'Agente',
  agentAndVersion: (name, version) => `${name}, versão ${version}`,
  askedFor: 'Documentos pedidos',
  nothingInParticular: 'nenhum em particular',
  opened: 'Aberto',
  completed: 'Concluído',
  decided: 'Decidido',
  lastChange: 'Última alteração',
  made: 'Relatório feito',
  replayOf: 'Repetição de',
  documentsRead: 'Documentos lidos',
  typesCollected: 'Tipos recolhidos',
  any: 'qualquer',
  rulesKept: 'Regras cumpridas',
  documentsAgree: 'Documentos concordantes',
  notCompared: 'não comparados',
  of: (count, all) => `${count} de ${all}`,
  reasons: 'Motivos',
  effect: 'Efeito',
  effects: { failed: 'Falha', denied: 'Recusa', review: 'Análise', note: 'Nota' },
  reason: 'Motivo',
  parties: 'Partes',
  roles: { holder: 'Titular', company: 'Empresa', employer: 'Empregador' },
  namedBy: (role, documents) => `${role}, segundo ${documents}`,
  documentsOf: (numbers) => `${numbers.length === 1 ? 'o documento' : 'os documentos'} ${numbers.join(', ')}`,
  alsoWritten: 'Também escrito',
};

const documents: DocumentWords = {
  explanation:
    'A confiança é a proporção de valores certos entre os que são lidos assim, na medida em que foi medida. O lugar de um valor é a ' +
    'sua página e a distância da margem esquerda e do topo da página.',
  none: 'Não foi recebido nenhum documento.',
  fitsNoType: 'Não corresponde a nenhum tipo conhecido',
  couldNotBeRead: 'Não pôde ser lido',
  notRead: 'Não lido',
  failed: 'Falhado',
  rulesKept: 'Regras cumpridas',
  rulesBroken: 'Regras violadas',
  notJudged: 'Não avaliado',
  statuses: { pending: 'Em espera', processing: 'Em leitura' },
  file: 'Ficheiro',
  received: 'Recebido',
  read: 'Lido',
  sentAs: 'Enviado como',
  typeAndConfidence: (type, confidence) => `${type}, confiança ${confidence}`,
  knownBy: 'Reconhecido por',
  evidence: {
    mrz: 'zona de leitura ótica',
    barcode: 'código de barras',
    fields: 'rótulos dos campos',
    layout: 'disposição da página',
    words: 'vocabulário da página',
  },
  sameFileAs: 'Mesmo ficheiro que',
  documentOf: (number) => `documento ${number}`,
  pages: 'Páginas',
  firstPages: (read, all) => `foram lidas as primeiras ${read} de ${all}`,
  error: 'Erro',
  failures: {
    unreadable: 'O ficheiro não pôde ser lido.',
    engine_unavailable: 'A leitura de documentos não estava disponível.',
    type_unusable: 'O tipo de documento não podia ser usado.',
    internal: 'Ocorreu um erro interno durante a leitura.',
    case_ended: 'O caso terminou antes de o documento ser lido.',
  },
  notMeasured: 'Não foi medido com que frequência os valores de documentos deste tipo estão certos.',
  notFound: (fields) => `Procurado e não encontrado: ${fields}.`,
  printed: (text) => `impresso ${text}`,
  masked: 'oculto',
  sources: { mrz: 'MRZ', barcode: 'Código de barras', text_layer: 'Texto PDF', ocr: 'OCR', person: 'Pessoa' },
  page: (number) => `pág. ${number}`,
  brokenRules: (count) => (count === 1 ? '1 regra violada' : `${count} regras violadas`),
  noPicture: 'Sem imagem',
  picture: (page, coarse) => `Página ${page}${coarse ? '. Imagem grosseira, pois mostra valores ocultos' : ''}`,
  leftOut: (count) =>
    `Um relatório contém no máximo três imagens por documento e vinte no total: ${count === 1 ? 'mais 1 página tem' : `mais ${count} páginas têm`} algo a mostrar e ${count === 1 ? 'fica' : 'ficam'} sem imagem.`,
  marks: {
    read: 'aqui foi lido um valor',
    doubt: 'aqui um controlo encontrou algo duvidoso',
    found: 'aqui um controlo encontrou algo',
  },
  checks: 'Controlos',
  checkNames: {
    blurred: 'Desfocado',
    text_too_small: 'Texto demasiado pequeno',
    too_dark: 'Demasiado escuro',
    low_contrast: 'Pouco contraste',
    glare: 'Reflexo',
    cut_off: 'Cortado',
    mrz_missing: 'Falta a zona de leitura ótica',
    mrz_partly_unreadable: 'Zona de leitura ótica parcialmente ilegível',
    mrz_check_digit_fails: 'Dígito de controlo da zona de leitura ótica errado',
    mrz_dates_impossible: 'Datas impossíveis na zona de leitura ótica',
    barcode_missing: 'Falta o código de barras',
    portrait_missing: 'Falta o retrato',
    portrait_poor: 'Retrato de fraca qualidade',
    mrz_differs_from_print: 'Zona de leitura ótica difere do impresso',
    mrz_not_found_in_print: 'Zona de leitura ótica não encontrada no impresso',
    barcode_differs_from_print: 'Código de barras difere do impresso',
    editing_software: 'Programa de edição',
    pdf_changed_after_creation: 'PDF alterado após a criação',
    modified_after_created: 'Modificado após a criação',
    looks_like_screenshot: 'Parece uma captura de ecrã',
    pdf_text_changed: 'Texto do PDF alterado',
    pdf_text_covered: 'Texto do PDF coberto',
    font_differs_in_value: 'Tipo de letra diferente num valor',
    records_contradictory: 'Dados do ficheiro contraditórios',
    ground_differs_at_value: 'Fundo diferente sob um valor',
    paper_differs_at_value: 'Fundo mais claro sob um valor',
    print_differs_at_value: 'Impressão diferente numa data',
    part_saved_differently: 'Parte da imagem guardada de outro modo',
    part_resized: 'Parte da imagem redimensionada',
    value_missing: 'Falta um valor',
    pattern_broken: 'Padrão violado',
    format_broken: 'Formato violado',
    expired: 'Caducado',
    dates_impossible: 'Datas impossíveis',
    model_differs: 'O modelo de linguagem lê outra coisa',
    model_alone: 'Encontrado só pelo modelo de linguagem',
    model_not_on_page: 'Indicado pelo modelo, não está na página',
    model_type_differs: 'O modelo de linguagem vê outro tipo',
    type_mismatch: 'Outro tipo de documento',
    not_required: 'Não pedido',
  },
  checkSaid: { passed: 'Não é assim.', not_run: 'Não foi verificado.' },
  checkStatuses: { failed: 'encontrado', warned: 'duvidoso', passed: 'não é assim', not_run: 'não verificado' },
  weights: { info: 'informação', weak: 'fraco', moderate: 'médio', strong: 'forte' },
  notLookedAt: (checks) => `Não verificado: ${checks}.`,
  lookedFor: 'Procurado',
  outcome: 'Resultado',
  weight: 'Peso',
  whatWasFound: 'O que se encontrou',
};

const faces: FaceWords = {
  title: 'Rostos',
  says: 'O retrato de cada documento de identificação ao lado da selfie, segundo a semelhança dos dois rostos: de 0 a 1, não um grau de certeza.',
  ...{ portrait: 'Retrato', selfie: 'Selfie', outcome: 'Resultado' },
  statuses: { passed: 'parecidos', failed: 'não parecidos', not_run: 'não comparados' },
  ...{
    similarity: 'Semelhança',
    threshold: 'Exigida',
    far: 'Estranhos que a atingem',
    notMeasured: 'não medido',
    networks: 'Redes',
  },
  watchlists: {
    title: 'Listas de vigilância',
    says: 'Cada rosto do processo ao lado dos rostos das listas de vigilância. Uma correspondência é um indício para uma pessoa que a examine, não uma prova: quem está na lista não consta deste relatório.',
    statuses: { passed: 'sem correspondência', failed: 'correspondência', not_run: 'não procurado' },
    ...{ compared: 'Rostos da lista', strangers: 'Estranhos a esperar' },
  },
};

const findings: FindingWords = {
  validation: 'Validação',
  validationSays: 'Os documentos que contam, segundo as regras do seu tipo ao serem lidos e ao concluir o caso.',
  whenRead: 'Ao ler',
  atCompletion: 'Ao concluir',
  whatWasBroken: 'O que foi violado',
  kept: 'cumpridas',
  broken: 'violadas',
  crossMatch: 'Comparação dos documentos',
  notCompared: 'Os documentos não foram comparados: o agente não nomeia campos, ou havia poucos.',
  crossMatchSays: 'O que os documentos dizem do mesmo, e quanto se parecem cada dois deles: 100 % é igual.',
  unmatched: (numbers) => `Nada liga estes documentos aos outros: ${numbers}.`,
  agrees: (least) => `concorda, ${least} no mínimo`,
  differs: (least) => `difere, ${least} no mínimo`,
  statedByFew: 'indicado por menos de dois documentos',
  kinds: { name: 'nome', date: 'data', number: 'número', address: 'morada', text: 'texto' },
  with: (number) => `com ${number}`,
  likeness: 'Semelhança',
  differing: 'Documentos de um mesmo tipo que indicam um campo de forma diferente; conta o último valor.',
  documentAndValue: 'Documento: valor',
  replay: 'Repetição',
  replaySays: (session_id) => `Este caso volta a ler os documentos do caso ${session_id}.`,
  whatChanged: 'O que mudou',
};

const history: HistoryWords = {
  trail: 'Caminho até à decisão',
  timeline: 'Cronologia',
  timelineSays: 'Cada evento do caso, pela ordem em que foi guardado. Os eventos nunca são alterados nem removidos.',
  number: 'N.º',
  time: 'Hora',
  whatHappened: 'O que aconteceu',
  eventBy: (type, actor) => `${type}, por ${actor}`,
  integrity: 'Integridade',
  integritySays:
    'SHA-256 em tudo. O hash de um documento é o do ficheiro tal como foi enviado. O hash do histórico abrange cada evento guardado ' +
    'do caso, cada um com o hash anterior. O hash do relatório abrange os mesmos factos em JSON; estão anexos a este PDF como ' +
    'report.json e são fornecidos pela API.',
  report: 'Relatório',
  history: 'Histórico',
  events: (count, stream) => `${count} eventos do fluxo ${stream}`,
  log: 'Registo',
  logRoot: (events, signedAt) => `Raiz da árvore de ${events} eventos, assinada em ${signedAt}`,
};

const STATUSES = {
  ...{ collecting: 'em recolha', completed: 'concluído', review: 'em análise', denied: 'recusado' },
  ...{ failed: 'falhado', expired: 'expirado' },
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  ...{ unreadable: 'ilegível', engine_unavailable: 'leitura indisponível', type_unusable: 'tipo não utilizável' },
  ...{ internal: 'erro interno', case_ended: 'caso terminado' },
};

const CODES = {
  ...{ unreadable: 'ilegível', cropped: 'cortado', glare: 'reflexo', wrong_document: 'documento errado' },
  ...{ wrong_side: 'lado errado', expired: 'caducado', missing: 'em falta', mismatch: 'não concorda' },
  other: 'outra razão',
} as const;

const saidBy = (by: string | null): string => (by ? ` por ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `O caso foi aberto para o agente ${agent}, versão ${version}`,
  replayRequested: (session_id) => `O caso repete o que o caso ${session_id} fez`,
  replayCompared: 'O resultado da repetição foi posto ao lado do anterior',
  received: (number, mime_type, sameAs) =>
    `O documento ${number} foi recebido (${mime_type})${sameAs === undefined ? '' : `; o seu conteúdo é o do documento ${sameAs}`}`,
  readAsNothing: (number) => `O documento ${number} foi lido e não corresponde a nenhum tipo conhecido`,
  read: (number, type, confidence) =>
    `O documento ${number} foi lido como: ${type}${confidence && `, confiança ${confidence}`}`,
  failed: (number, reason) => `O documento ${number} não pôde ser lido (${FAILURES[reason] ?? reason})`,
  completed: (status) => `O caso foi concluído; o seu estado passou a ser: ${STATUSES[status]}`,
  decided: (decision, by) => `O caso foi ${decision === 'approve' ? 'aprovado' : 'recusado'}${saidBy(by)}`,
  assigned: (assignee) =>
    assignee === null ? 'O caso já não está atribuído a ninguém' : `O caso foi atribuído a ${assignee}`,
  noted: (by) => `Foi escrita uma nota${saidBy(by)}`,
  requested: (items, by) =>
    `O caso volta a recolher; pedido${saidBy(by)}: ${items.map(({ type, code }) => `${type} (${CODES[code]})`).join(', ')}`,
  corrected: (number, fields, by) =>
    `O que foi lido do documento ${number} foi corrigido${saidBy(by)}: ${fields.join(', ')}`,
  expired: 'O caso expirou: nada aconteceu nele durante demasiado tempo',
  messageReceived: 'Foi recebida uma mensagem',
  messageSent: 'O agente enviou uma mensagem',
  erased: (reason) => `O que foi lido e dito no caso, e os seus documentos, foram apagados${WHY[reason]}`,
};

const WHY = {
  person_asked: ', porque a pessoa o pediu',
  retention_ended: ', porque não deviam ser guardados por mais tempo',
  opened_by_mistake: ', porque o caso foi aberto por engano',
  other: '',
};

/** Portuguese. */
export const pt: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'sim', no: 'não', document: 'Documento', documentsTitle: 'Documentos', documentType: 'Tipo de documento' },
  ...{ type: 'Tipo', field: 'Campo', value: 'Valor', confidence: 'Confiança', source: 'Fonte', place: 'Lugar' },
  units: { bytes: 'bytes', kB: 'kB', MB: 'MB' },
  apiKey: (name) => `chave de API ${name}`,
  fields,
  titleOf: (session_id) => `Relatório de verificação ${session_id}`,
  subject: (agent) => `Caso do agente ${agent}`,
  attachment: 'Os factos deste relatório',
  footer: (session_id, hash) => `Confidencial: dados pessoais · caso ${session_id} · relatório ${hash}`,
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  beyondFonts:
    'Alguns valores estão escritos noutros alfabetos que não o latino, o grego e o cirílico. As letras que faltam nos tipos desta ' +
    'página aparecem como caixas vazias; o report.json anexo contém todas.',
};
