import { describe, expect, it } from 'vitest';
import { caseProgress } from '../../../../src/domain/cases/caseProgress.js';
import { greeting, replyTo } from '../../../../src/domain/cases/conversation.js';
import { requestWords } from '../../../../src/domain/cases/requestWords.js';
import type { Language } from '../../../../src/domain/cases/wording/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const agent = {
  ...{ id: 'a1', revision: '0', goal: 'onboarding', name: 'Onboarding', version: '1', allow_cloud: false },
  ...{ required_types: ['passport', 'utility_bill'], intelligence_level: 3 },
};
const passport = readDocument('passport', {
  filename: 'p.pdf',
  extracted: { expiry_date: '2031-05-01', document_number: 'C01X00T47' },
  masked_fields: ['document_number'],
});

const say = (language: Language | null, message: string, received: (typeof passport)[] = []) => {
  const progress = caseProgress(agent.required_types, [passport]);
  return replyTo({ agent, documents: [passport], progress, language }, message, received);
};

describe('a conversation in the language of a case', () => {
  it('begins in it', () => {
    expect(greeting(agent, 'de').content).toBe(
      'Guten Tag, hier ist Onboarding. Bitte senden Sie als Bilder oder PDF-Dateien: Reisepass und Versorgerrechnung.',
    );
  });

  it('goes on in it where a message does not tell its own', () => {
    expect(say('it', '123').content).toContain('Manca ancora: bolletta delle utenze (1 di 2 ci sono).');
    expect(say('fr', '', [passport]).content).toContain('p.pdf a été lu comme : passeport.');
  });

  it.each([
    ['Was fehlt noch?', 'progress', 'Es fehlt noch: Versorgerrechnung (1 von 2 sind da).'],
    ['Que manque-t-il encore ?', 'progress', 'Il manque encore : facture d’énergie ou d’eau (1 sur 2 sont là).'],
    ['¿Qué falta todavía?', 'progress', 'Falta todavía: factura de suministros (hay 1 de 2).'],
    ['O que ainda falta?', 'progress', 'Ainda falta: fatura de serviços domésticos (há 1 de 2).'],
    ['Che cosa manca ancora?', 'progress', 'Manca ancora: bolletta delle utenze (1 di 2 ci sono).'],
    ['What is still missing?', 'progress', 'Still needed: utility bill (1 of 2 are here).'],
    ['Wann läuft mein Reisepass ab?', 'answer', 'Ablaufdatum: 1. Mai 2031 (Reisepass).'],
    ['Quand expire mon passeport ?', 'answer', 'date d’expiration : 1 mai 2031 (passeport).'],
    ['¿Cuándo caduca mi pasaporte?', 'answer', 'fecha de caducidad: 1 de mayo de 2031 (pasaporte).'],
    ['Quando expira o meu passaporte?', 'answer', 'data de validade: 1 de maio de 2031 (passaporte).'],
    ['Quando scade il mio passaporto?', 'answer', 'data di scadenza: 1 maggio 2031 (passaporto).'],
    ['When does my passport expire?', 'answer', 'The expiry date is 2031-05-01 on the passport.'],
  ])('is answered in that of the message, whatever the case is held in: %s', (message, intent, content) => {
    expect(say('pt', message)).toEqual({ content, metadata: { intent } });
    expect(say(null, message)).toEqual({ content, metadata: { intent } });
  });

  it.each([
    ['de', 'Was haben Sie gelesen?', 'Dokumentart: P'],
    ['fr', 'Qu’avez-vous lu ?', 'type de document : P'],
    ['es', '¿Qué ha leído?', 'tipo de documento: P'],
    ['pt', 'O que foi lido?', 'tipo de documento: P'],
    ['it', 'Che cosa è stato letto?', 'tipo di documento: P'],
  ] as const)('names the fields of what was read in it: %s', (language, message, named) => {
    const document = { ...passport, extracted: { document_type: 'P' } };
    const progress = caseProgress(agent.required_types, [document]);
    const { content } = replyTo({ agent, documents: [document], progress, language }, message, []);
    expect(content.replace(' : ', ': ')).toContain(named.replace(' : ', ': '));
    expect(content).not.toContain('document type');
  });

  it("calls a tenant's own type by its display name in every language, and a renamed shipped one too", () => {
    const own = {
      ...agent,
      required_types: ['fan_card|passport'],
      type_names: { fan_card: 'Fan-Karte', passport: 'Pass' },
    };
    expect(greeting(own, 'de').content).toContain('PDF-Dateien: Fan-Karte oder Pass.');
    expect(greeting(own, 'en').content).toContain('your Fan-Karte or Pass');
    expect(requestWords([{ document_type: 'fan_card', code: 'glare', text: null }], 'fr', own.type_names)).toContain(
      'ce document : Fan-Karte.',
    );
  });

  it.each([
    ['en', 'Still needed: the back of the identity card and utility bill (0 of 2 are here).'],
    ['de', 'Es fehlt noch: Personalausweis – Rückseite und Versorgerrechnung (0 von 2 sind da).'],
    ['fr', 'Il manque encore : carte nationale d’identité – verso et facture d’énergie ou d’eau (0 sur 2 sont là).'],
    ['es', 'Falta todavía: documento nacional de identidad – reverso y factura de suministros (hay 0 de 2).'],
    ['pt', 'Ainda falta: cartão de identidade – verso e fatura de serviços domésticos (há 0 de 2).'],
    ['it', 'Manca ancora: carta d’identità – retro e bolletta delle utenze (0 di 2 ci sono).'],
  ] as const)('asks for the side of a document that is missing: %s', (language, content) => {
    const card = readDocument('identity_card', { label: 'front' });
    const progress = caseProgress(['identity_card', 'utility_bill'], [card], () => 'back');
    expect(replyTo({ agent, documents: [card], progress, language }, '123', []).content).toContain(content);
    const front = { ...progress, missing: ['identity_card:front'] };
    const asked = replyTo({ agent, documents: [card], progress: front, language }, '123', []).content;
    expect(asked).toMatch(/front of the|– (Vorderseite|recto|anverso|frente|fronte) /);
  });

  it('hides masked values in every language', () => {
    for (const question of [
      'Was ist die Dokumentnummer?',
      'Quel est le numéro du document ?',
      'Qual è il numero del documento?',
    ]) {
      const { content, metadata } = say('en', question);
      expect(metadata.intent).toBe('answer');
      expect(content).not.toContain('C01X00T47');
    }
  });
});
