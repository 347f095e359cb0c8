import { pt as common } from './fields/pt.js';
import { counted, listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('pt', items);
const days = (count: number): string => counted('pt', count, ['dia', 'dias']);
const again = (type: string, why: string): string => `Por favor, envie de novo este documento: ${type}. ${why}`;

const reply: ReplyWords = {
  hello: (agent) => `Olá, aqui é ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Por favor, envie os seus documentos, como imagens ou ficheiros PDF.'
      : `Por favor, envie, como imagens ou ficheiros PDF: ${list(types)}.`,
  asksSelfie: 'Por favor, envie também uma selfie: uma fotografia que mostre apenas o seu rosto.',
  helloAgain: 'Olá.',
  welcome: 'De nada.',
  help: 'Envie documentos com uma mensagem ou pergunte o que ainda falta.',
  helpWithQuestions:
    'Envie documentos com uma mensagem, pergunte o que ainda falta ou pergunte pelo que foi lido, como uma data ou um número.',
  theDocument: 'O documento',
  failed: (file) => `${file} não pôde ser lido; por favor, envie uma imagem mais nítida ou outro ficheiro.`,
  unread: (file) => `${file} ainda está a ser lido.`,
  unknown: (file) => `${file} não parece um documento que eu conheça.`,
  takenForSelfie: (file) => `${file} não parece um documento que eu conheça, por isso é tomado como a sua selfie.`,
  read: (file, type) => `${file} foi lido como: ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} foi lido como: ${type}; algo não está certo${fields.length > 0 ? ` (${list(fields)})` : ''}.`,
  sentBefore: 'Já tinha enviado este ficheiro.',
  nothingRead: 'Até agora nenhum documento foi lido.',
  readSoFar: (count) => `Lido até agora: ${counted('pt', count, ['documento', 'documentos'])}.`,
  complete: 'Todos os documentos necessários estão aqui.',
  sideOf: (side, type) => `${type} – ${side === 'front' ? 'frente' : 'verso'}`,
  needed: (missing, here, of) => `Ainda falta: ${list(missing)} (há ${here} de ${of}).`,
  couldNotBeRead: (types) => `O que foi enviado como ${list(types)} não pôde ser lido.`,
  selfieNeeded: 'Ainda falta uma selfie: uma fotografia que mostre apenas o seu rosto.',
  valueOn: (value, type) => `${value} (${type})`,
  valuesAre: (field, values) => `${field}: ${list(values)}.`,
  valueNotRead: (field) => `Não foi lido: ${field}.`,
  nothingReadFrom: (type) => `Nada foi lido deste documento: ${type}.`,
  allRead: (type, values, more) =>
    `Lido (${type}): ${values.join('; ')}${more > 0 ? `; e mais ${counted('pt', more, ['valor', 'valores'])}` : ''}.`,
  nothingWrong: (type) => `Não há nada de errado com este documento: ${type}.`,
  wrong: (type) => `Algo não está certo neste documento: ${type}.`,
  request: {
    unreadable: (type) => again(type, 'Não pôde ser lido.'),
    cropped: (type) => again(type, 'Uma parte está cortada.'),
    glare: (type) => again(type, 'A luz reflete-se nele.'),
    wrong_document: (type) => again(type, 'Em seu lugar chegou outro documento.'),
    wrong_side: (type) => again(type, 'Chegou o outro lado.'),
    expired: (type) => again(type, 'O que foi enviado caducou.'),
    too_old: (type) => again(type, 'O que foi enviado é demasiado antigo.'),
    missing: (type) => `Por favor, envie este documento: ${type}. Ainda não chegou.`,
    mismatch: (type) => again(type, 'Não coincide com os outros.'),
    other: (type) => again(type, '').trimEnd(),
  },
};

const SIDES = { front: 'a frente', back: 'o verso' } as const;
const OUTCOMES = { approved: 'aprovado', review: 'em análise', denied: 'recusado', failed: 'falhado' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'Nenhum documento pôde ser lido como um tipo conhecido.',
  documentMissing: (types) => `Não foi recebido nenhum documento do tipo ${types.join(' ou ')}.`,
  documentUnfinished: 'Um documento ainda estava a ser lido quando o caso foi concluído.',
  documentFailed: 'Um documento não pôde ser lido.',
  documentUnknown: 'Um documento não corresponde a nenhum tipo conhecido.',
  documentDuplicate: 'O mesmo ficheiro foi enviado mais de uma vez; conta uma vez.',
  documentReused: (before, type) =>
    `O mesmo ficheiro vale por um documento do tipo ${before} e por um do tipo ${type}.`,
  optionalInvalid: (type) => `Um documento do tipo ${type}, que não é exigido, viola regras de validação.`,
  superseded: (type) => `Um documento do tipo ${type} violava regras; conta um posterior.`,
  replaced: (type) => `Um documento do tipo ${type} foi pedido de novo; conta um posterior.`,
  requested: (type) => `Um documento do tipo ${type} foi pedido de novo e não chegou.`,
  corrected: (field, type) => `Uma pessoa corrigiu ${field} do documento do tipo ${type}.`,
  crossMatchNotPossible: (fields) =>
    `Não há dois documentos que indiquem um campo que tenha de coincidir (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} não é igual em todos os documentos (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `Nenhum dos campos que têm de coincidir pôde ser lido no documento do tipo ${type}.`,
  valuesDiffer: (type, field) =>
    `Documentos do tipo ${type} indicam ${field} de forma diferente; conta o valor posterior.`,
  underAge: (type, years) =>
    `Segundo o documento do tipo ${type}, o titular tem menos de ${counted('pt', years, ['ano', 'anos'])}.`,
  expiresSoon: (type, count) => `O documento do tipo ${type} não é válido durante ${days(count)} a partir de hoje.`,
  tooOld: (type, count) => `A data do documento do tipo ${type} tem mais de ${days(count)}.`,
  dateMissing: (rule, type) =>
    `${type === undefined ? 'Nenhum documento tem' : `O documento do tipo ${type} não tem`} a data de que trata a regra ${rule}.`,
  dateUnclear: (rule, field) => `A regra ${rule} não pode ser avaliada pelo que foi lido como ${field}.`,
  confidenceUnread: (field) => `A regra min_confidence não pode ser avaliada, pois ${field} não foi lido.`,
  confidenceUnstated: (field) => `A regra min_confidence não pode ser avaliada, pois nenhum documento tem ${field}.`,
  lowConfidence: (field, least) => `${field} foi lido com uma confiança inferior a ${least}.`,
  expectedNotStated: (field) => `Nenhum documento indica ${field}, que é esperado.`,
  expectedMismatch: (field, types) =>
    `${field} não é o que se espera (${types.length > 0 ? types.join(', ') : 'os documentos'}).`,
  sideMissing: (side, type) => `Falta ${side === undefined ? 'um lado' : SIDES[side]} do documento do tipo ${type}.`,
  forcedOutcome: (decision) => `O caso é um ensaio, e os seus metadados pedem o resultado «${OUTCOMES[decision]}».`,
  blocklistedPerson: 'A pessoa que o documento nomeia está na lista de bloqueio.',
  blocklistedNumber: 'O número do documento está na lista de bloqueio.',
  sameFile: 'O mesmo ficheiro está noutro caso.',
  sameDocument: 'Um documento do mesmo tipo, número e país emissor está noutro caso.',
  samePerson: 'Uma pessoa com o mesmo nome e data de nascimento está noutro caso.',
  ofAnother: 'Lá era de outra pessoa.',
  faceAlike: (type) => `O retrato do documento do tipo ${type} e a selfie são suficientemente parecidos.`,
  faceMismatch: (type) =>
    `O retrato do documento do tipo ${type} e a selfie são menos parecidos do que o agente exige.`,
  faceNotCompared: {
    no_document: () => 'Não foi comparado nenhum rosto: não há documento de identificação.',
    no_selfie: () => 'Não foi comparado nenhum rosto: não há selfie.',
    no_portrait: (type) =>
      `Não foi comparado nenhum rosto: não foi encontrado nenhum retrato no documento do tipo ${type}.`,
    no_face: () => 'Não foi comparado nenhum rosto: não foi encontrado nenhum na selfie.',
    several_faces: () => 'Não foi comparado nenhum rosto: a selfie mostra vários.',
    unreadable: () => 'Não foi comparado nenhum rosto: um ficheiro não pôde ser examinado.',
    no_engine: () => 'Não foi comparado nenhum rosto: não puderam ser examinados.',
    too_many: (type) => `O retrato do documento do tipo ${type} não foi comparado: há demasiados.`,
  },
  watchlist: {
    portrait: (type) => `O retrato do documento do tipo ${type}`,
    selfie: 'A selfie',
    hit: (face, list) => `${face} parece-se com um rosto de uma lista de vigilância (${list}).`,
    clear: (face, list) => `${face} não se parece com nenhum rosto de uma lista de vigilância (${list}).`,
    notSearched: (face, list) => `${face} ficou por comparar com uma lista de vigilância (${list}).`,
    nothingToSearch: (list) => `Não foi comparado nenhum rosto com uma lista de vigilância (${list}).`,
    names: {
      politically_exposed_person: 'pessoas politicamente expostas',
      sanction_watch: 'pessoas sancionadas',
      public_figures: 'figuras públicas',
      fraudsters: 'burlões',
      celebrity: 'celebridades',
    },
  },
};

const checks: Wording['checks'] = {
  blurred: 'A imagem está demasiado desfocada para ser lida com segurança.',
  text_too_small: 'O texto é demasiado pequeno para ser lido com segurança, ou não há nenhum.',
  too_dark: 'A imagem está demasiado escura.',
  low_contrast: 'O texto mal se destaca do fundo.',
  glare: 'Um reflexo cobre parte do documento.',
  cut_off: 'O texto toca a margem da imagem.',
  mrz_missing: 'Não foi encontrada nenhuma zona de leitura ótica.',
  mrz_partly_unreadable: 'Nomes ou países da zona de leitura ótica liam-se demasiado mal.',
  mrz_check_digit_fails: 'Um dígito de controlo da zona de leitura ótica não está certo.',
  mrz_dates_impossible: 'A zona de leitura ótica tem uma data que não existe, ou datas que não podem ir juntas.',
  barcode_missing: 'Não foi encontrado nenhum código de barras.',
  portrait_missing: 'Não foi encontrado nenhum retrato.',
  portrait_poor: 'O retrato é demasiado pequeno, desfocado ou sem contraste para ser comparado com segurança.',
  mrz_differs_from_print: 'A zona de leitura ótica e o impresso indicam um campo de forma diferente.',
  mrz_not_found_in_print: 'Nada do que diz a zona de leitura ótica foi encontrado no impresso.',
  barcode_differs_from_print: 'O código de barras e o impresso indicam um campo de forma diferente.',
  barcode_not_found_in_print:
    'Nada do que o código de barras diz do titular e do documento foi encontrado no impresso.',
  editing_software: 'O ficheiro passou por um programa feito para alterar imagens ou PDF.',
  pdf_changed_after_creation: 'Algo foi acrescentado ao PDF depois de escrito pela primeira vez.',
  modified_after_created: 'O ficheiro diz que foi alterado depois de criado.',
  looks_like_screenshot: 'A imagem tem o tamanho de um ecrã e nenhum vestígio de uma câmara.',
  pdf_text_changed: 'Uma atualização do PDF mudou o texto de uma página que já existia.',
  pdf_text_covered: 'Há texto do PDF sob algo opaco, e outro texto foi escrito por cima.',
  font_differs_in_value: 'Um valor está em outra fonte, tamanho ou linha de base que os que estão ao lado.',
  records_contradictory: 'O que o ficheiro diz de si mesmo contradiz-se.',
  ground_differs_at_value: 'O fundo sob um valor não é como o que está à volta, até bordos retos.',
  paper_differs_at_value:
    'O fundo sob um valor é mais claro do que o que está à volta, como sob nenhuma outra linha da página.',
  print_differs_at_value:
    'Uma data está impressa de modo diferente de todas as outras da sua página, que são iguais entre si.',
  part_saved_differently: 'Uma parte da imagem foi guardada antes com menos pormenor do que o resto.',
  part_resized: 'Uma parte da imagem foi redimensionada antes de ser inserida, e o resto não, ou não da mesma forma.',
  value_missing: 'Não foi encontrado um campo que o tipo exige.',
  pattern_broken: 'Um valor não corresponde ao padrão da sua regra.',
  format_broken: 'Um valor não tem o formato da sua regra.',
  expired: 'O documento caducou.',
  dates_impossible: 'Uma data está no futuro ou demasiado atrás, ou há datas que não podem ir juntas.',
  model_differs: 'O modelo de linguagem lê na página um valor diferente do lido pelo motor.',
  model_alone: 'Um valor foi encontrado apenas pelo modelo de linguagem; está na página.',
  seen_by_model: 'O que a imagem mostra foi dito apenas pelo modelo de linguagem; nada impresso o prova.',
  model_not_on_page: 'O modelo de linguagem indicou um valor que não está na página; não foi aceite.',
  model_type_differs: 'O modelo de linguagem toma o documento por outro tipo que não o do motor.',
  type_mismatch: 'O documento parece de outro tipo que não o pedido.',
  not_required: 'O agente não precisa de um documento deste tipo.',
};

const fields: Wording['fields'] = {
  ...common,
  expiry_date: 'data de validade',
  birth_date: 'data de nascimento',
  issue_date: 'data de emissão',
  issuing_authority: 'autoridade emissora',
  nationality: 'nacionalidade',
  surname: 'apelido',
  given_names: 'nomes próprios',
  full_name: 'nome completo',
  address: 'morada',
  iban: 'IBAN',
  tax_number: 'número fiscal',
  document_number: 'número do documento',
  sex: 'sexo',
  birth_place: 'local de nascimento',
};

/** Portuguese. */
export const pt: Wording = { or: 'ou', reply, reason, fields, checks };
