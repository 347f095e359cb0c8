import type { Words } from './en.js';

/** What the page says, in Italian. */
export const it: Words = {
  asks: (name) => `${name} le chiede dei documenti`,
  loading: 'Un momento …',
  gone: 'Questo link non è più valido. Ne chieda uno nuovo a chi glielo ha inviato.',
  away: 'Non c’è connessione. Riproviamo; ciò che ha consegnato è conservato.',
  again: 'Riprova',
  consent: 'Prima di cominciare',
  agree: 'Accetto',
  needed: 'Che cosa serve',
  states: { missing: 'manca ancora', received: 'ricevuto', failed: 'ancora una volta, per favore' },
  which: 'Quale ha?',
  photograph: 'Fotografare',
  choose: 'Scegliere un file',
  tips: 'Lo appoggi su una superficie scura e piana, con buona luce e senza flash. I quattro bordi devono vedersi.',
  sending: 'Invio e lettura in corso …',
  readAs: (name) => `Ricevuto: ${name}.`,
  other: (name) => `Sembra qualcos’altro: ${name}. È ciò che voleva inviare?`,
  selfie: 'Una foto del suo viso',
  selfieTips: 'Guardi dritto verso la fotocamera, con luce uniforme, senza occhiali né cappello.',
  all: 'C’è tutto ciò che serve.',
  submit: 'Invia',
  done: 'Grazie. È inviato.',
  next: (name) => `${name} lo esamina ora e le risponderà. Può chiudere questa pagina.`,
  wrong: (detail) => `Non ha funzionato: ${detail}`,
};
