import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../../src/domain/cases/wording/messageLanguage.js';

describe('the language of a message', () => {
  it.each([
    ['en', 'What is still missing?'],
    ['en', 'When does my passport expire?'],
    ['en', 'Here is my bank statement'],
    ['en', 'Am I done?'],
    ['de', 'Was fehlt noch?'],
    ['de', 'Wann läuft mein Reisepass ab?'],
    ['de', 'Danke'],
    ['fr', 'Qu’est-ce qui manque encore ?'],
    ['fr', 'Bonjour, voici mon passeport'],
    ['es', '¿Qué documentos faltan todavía?'],
    ['es', '¿Cuándo caduca mi pasaporte?'],
    ['pt', 'O que ainda falta?'],
    ['pt', 'Olá, quando expira o meu passaporte?'],
    ['it', 'Che cosa manca ancora?'],
    ['it', 'Quando scade il mio passaporto?'],
  ])('is told (%s): %s', (language, message) => {
    expect(languageOf(message)).toBe(language);
  });

  it.each(['', 'IMG_2041.jpg', '12345', 'ok', 'Anna Berg', 'I O E Y', 'добрый день'])(
    'is left open where nothing tells it: %j',
    (text) => {
      expect(languageOf(text)).toBeUndefined();
    },
  );
});
