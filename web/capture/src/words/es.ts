import type { Words } from './en.js';

/** What the page says, in Spanish. */
export const es: Words = {
  asks: (name) => `${name} le pide documentos`,
  loading: 'Un momento …',
  gone: 'Este enlace ya no es válido. Pida uno nuevo a quien se lo envió.',
  away: 'No hay conexión. Lo intentamos de nuevo; lo que ha entregado se conserva.',
  again: 'Intentar de nuevo',
  consent: 'Antes de empezar',
  agree: 'Acepto',
  needed: 'Lo que se necesita',
  states: { missing: 'falta', received: 'recibido', failed: 'otra vez, por favor' },
  which: '¿Cuál tiene?',
  photograph: 'Fotografiar',
  choose: 'Elegir un archivo',
  tips: 'Póngalo sobre una superficie oscura y lisa, con buena luz y sin flash. Deben verse los cuatro bordes.',
  sending: 'Enviando y leyendo …',
  readAs: (name) => `Recibido: ${name}.`,
  other: (name) => `Parece otra cosa: ${name}. ¿Es lo que quería enviar?`,
  selfie: 'Una foto de su cara',
  selfieTips: 'Mire de frente a la cámara, con luz uniforme, sin gafas ni sombrero.',
  all: 'Está todo lo necesario.',
  submit: 'Enviar',
  done: 'Gracias. Está enviado.',
  next: (name) => `${name} lo revisa ahora y le responderá. Puede cerrar esta página.`,
  wrong: (detail) => `No ha funcionado: ${detail}`,
};
