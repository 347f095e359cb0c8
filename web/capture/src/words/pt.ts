import type { Words } from './en.js';

/** What the page says, in Portuguese. */
export const pt: Words = {
  asks: (name) => `${name} pede-lhe documentos`,
  loading: 'Um momento …',
  gone: 'Este link já não é válido. Peça um novo a quem o enviou.',
  away: 'Não há ligação. Tentamos de novo; o que entregou está guardado.',
  again: 'Tentar de novo',
  consent: 'Antes de começar',
  agree: 'Aceito',
  needed: 'O que é necessário',
  states: { missing: 'ainda falta', received: 'recebido', failed: 'mais uma vez, por favor' },
  which: 'Qual tem?',
  photograph: 'Fotografar',
  choose: 'Escolher um ficheiro',
  tips: 'Coloque-o numa superfície escura e plana, com boa luz e sem flash. Os quatro lados devem ver-se.',
  sending: 'A enviar e a ler …',
  readAs: (name) => `Recebido: ${name}.`,
  other: (name) => `Parece outra coisa: ${name}. É o que queria enviar?`,
  selfie: 'Uma fotografia do seu rosto',
  selfieTips: 'Olhe de frente para a câmara, com luz uniforme, sem óculos nem chapéu.',
  all: 'Está tudo o que é necessário.',
  submit: 'Enviar',
  done: 'Obrigado. Está enviado.',
  next: (name) => `${name} vai analisar e responder-lhe. Pode fechar esta página.`,
  wrong: (detail) => `Não funcionou: ${detail}`,
};
