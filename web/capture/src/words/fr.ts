import type { Words } from './en.js';

/** What the page says, in French. */
export const fr: Words = {
  asks: (name) => `${name} vous demande des documents`,
  loading: 'Un instant …',
  gone: 'Ce lien n’est plus valable. Demandez-en un nouveau à son expéditeur.',
  away: 'Il n’y a pas de connexion. Nous réessayons ; ce que vous avez remis est conservé.',
  again: 'Réessayer',
  consent: 'Avant de commencer',
  agree: 'J’accepte',
  needed: 'Ce qui est demandé',
  states: { missing: 'manque encore', received: 'reçu', failed: 'encore une fois, s’il vous plaît' },
  which: 'Lequel avez-vous ?',
  photograph: 'Photographier',
  choose: 'Choisir un fichier',
  tips: 'Posez-le sur une surface sombre et plane, bien éclairée, sans flash. Les quatre bords doivent être visibles.',
  sending: 'Envoi et lecture en cours …',
  readAs: (name) => `Reçu : ${name}.`,
  other: (name) => `Cela ressemble à autre chose : ${name}. Est-ce bien ce que vous vouliez envoyer ?`,
  selfie: 'Une photo de votre visage',
  selfieTips: 'Regardez l’appareil bien en face, avec une lumière régulière, sans lunettes ni chapeau.',
  all: 'Tout ce qui est demandé est là.',
  submit: 'Envoyer',
  done: 'Merci. C’est envoyé.',
  next: (name) => `${name} l’examine maintenant et reviendra vers vous. Vous pouvez fermer cette page.`,
  wrong: (detail) => `Cela n’a pas fonctionné : ${detail}`,
};
