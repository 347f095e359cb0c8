import { describe, expect, it } from 'vitest';
import type { CaseAgent } from '../../../../src/domain/cases/caseAgent.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { caseProgress } from '../../../../src/domain/cases/caseProgress.js';
import { greeting, replyTo, unheardIn } from '../../../../src/domain/cases/conversation.js';
import { readDocument } from '../../../support/caseDocuments.js';

const agent = (intelligence_level: number, types = ['passport', 'utility_bill']): CaseAgent => ({
  id: 'a1',
  revision: '0',
  goal: 'onboarding',
  name: 'Onboarding',
  version: '1',
  allow_cloud: false,
  required_types: types,
  intelligence_level,
});

/** What the agent says to a message when the case holds these documents. */
function say(message: string, documents: CaseDocument[], given: { agent?: CaseAgent; received?: CaseDocument[] } = {}) {
  const by = given.agent ?? agent(2);
  const progress = caseProgress(by.required_types, documents);
  return replyTo({ agent: by, documents, progress }, message, given.received ?? []);
}

const passport = readDocument('passport', {
  filename: 'p.pdf',
  extracted: {
    surname: 'Berg',
    given_names: 'Anna',
    birth_date: '1985-03-12',
    expiry_date: '2031-05-01',
    document_number: 'C01X00T47',
    birth_place: null,
  },
  masked_fields: ['document_number'],
});
const bill = readDocument('utility_bill', {
  filename: 'b.pdf',
  extracted: { account_holder: 'A. Berg', amount_due: 42 },
});

describe('the greeting', () => {
  it('says who the agent is and which documents it needs', () => {
    expect(greeting(agent(2))).toEqual({
      content: 'Hello, this is Onboarding. Please send your passport and your utility bill, as pictures or PDF files.',
      metadata: { intent: 'greeting' },
    });
  });

  it('of an agent that requires nothing asks for documents', () => {
    expect(greeting(agent(2, [])).content).toContain('Please send your documents');
  });
});

describe('from level 2 on a reply', () => {
  it.each(['What is still missing?', 'status', 'am I done?', 'which documents do you need'])(
    'to "%s" says what is still needed',
    (message) => {
      expect(say(message, [passport])).toEqual({
        content: 'Still needed: utility bill (1 of 2 are here).',
        metadata: { intent: 'progress' },
      });
    },
  );

  it('says when all is there', () => {
    expect(say('what next?', [passport, bill]).content).toBe('All documents that are needed are here.');
  });

  it('says what came of each document that was sent with the message', () => {
    const blurred = readDocument('', { filename: 'x.jpg', status: 'failed', valid: false, error: 'It is encrypted' });
    const unknown = readDocument('unknown', { filename: 'cat.png' });
    const expired = readDocument('passport', {
      filename: 'old.pdf',
      valid: false,
      violations: [{ field: 'expiry_date', rule: 'date', message: 'expiry_date has passed.' }],
      duplicate_of: 'other',
    });
    const received = [blurred, unknown, expired, bill];
    const { content, metadata } = say('here you are', received, { received });
    expect(metadata).toEqual({ intent: 'documents' });
    expect(content).toBe(
      'x.jpg could not be read; please send it again as a sharper picture or another file. ' +
        'cat.png does not look like a document that I know. ' +
        'old.pdf was read as passport, with something wrong about its expiry date. It is a file that you sent before. ' +
        'b.pdf was read as utility bill. All documents that are needed are here.',
    );
  });

  it.each([
    ['Hello!', 'greeting'],
    ['thank you', 'thanks'],
    ['help', 'help'],
    ['qwertz', 'help'],
  ])('to "%s" has the intent %s, and always says where the case stands', (message, intent) => {
    const reply = say(message, []);
    expect(reply.metadata).toEqual({ intent });
    expect(reply.content).toContain('Still needed: passport and utility bill (0 of 2 are here).');
  });

  it('of an agent that compares faces asks for a selfie until one came, and says what it takes for one', () => {
    const by = { ...agent(2), asks_selfie: true };
    const selfie = readDocument('unknown', { filename: 'me.jpg' });
    const needed = 'Still needed: a selfie, a photo that shows your face alone.';
    expect(greeting(by).content).toContain('Please send a selfie too: a photo that shows your face alone.');
    expect(say('status', [passport, bill], { agent: by }).content).toBe(
      `All documents that are needed are here. ${needed}`,
    );
    expect(say('here', [passport, bill, selfie], { agent: by, received: [selfie] }).content).toBe(
      'me.jpg does not look like a document that I know, so it is taken for your selfie. All documents that are needed are here.',
    );
    const copied = { ...selfie, sha256: passport.sha256 };
    expect(say('here', [passport, copied], { agent: by, received: [copied] }).content).toContain(needed);
  });

  it('says nothing about what was read at level 2', () => {
    const { content } = say('When does my passport expire?', [passport]);
    expect(content).not.toContain('2031');
  });

  it('to a case that requires nothing says how many documents were read', () => {
    expect(say('status', [], { agent: agent(2, []) }).content).toBe('No document was read so far.');
    expect(say('status', [passport], { agent: agent(2, []) }).content).toBe('Read so far: 1.');
  });
});

describe('at level 3 a question about what was read', () => {
  const ask = (message: string, documents = [passport, bill]) => say(message, documents, { agent: agent(3) });

  it.each([
    ['When does my passport expire?', 'The expiry date is 2031-05-01 on the passport.'],
    ['What is the birth date?', 'The birth date is 1985-03-12 on the passport.'],
    ['Whose documents are these?', 'The full name is Anna Berg on the passport and A. Berg on the utility bill.'],
    ['What is the amount due on the bill?', 'The amount due is 42 on the utility bill.'],
    ['Where was she born?', 'No birth place was read.'],
  ])('"%s" is answered', (question, answer) => {
    expect(ask(question)).toEqual({ content: answer, metadata: { intent: 'answer' } });
  });

  it('is answered with masked values where the field is masked', () => {
    const { content } = ask('What is my passport number?');
    expect(content).toBe('The document number is *****0T47 on the passport.');
    expect(ask('Show me everything you read from the passport').content).not.toContain('C01X');
  });

  it('lists what was read, and says what is wrong', () => {
    expect(ask('What did you read from the utility bill?').content).toBe(
      'Read from the utility bill: account holder: A. Berg; amount due: 42.',
    );
    const expired = {
      ...passport,
      valid: false,
      violations: [{ field: 'expiry_date', rule: 'date', message: 'expiry_date has passed.' }],
    };
    expect(ask('Any problems with the passport?', [expired]).content).toBe(
      'Something is wrong with the passport. expiry_date has passed.',
    );
  });

  it('falls back to the templates where it asks for something else', () => {
    expect(ask('what is missing?', [passport]).metadata).toEqual({ intent: 'progress' });
    expect(ask('When does it expire?', []).content).toBe('No document was read so far.');
  });
});

describe('a message that the templates do not understand', () => {
  const [talking, answering] = [agent(2), agent(3)];
  const theCase = (by: CaseAgent, documents: CaseDocument[]) => ({
    ...{ agent: by, documents, progress: caseProgress(by.required_types, documents), language: 'en' as const },
  });
  const RIDDLE = 'Until what day can I travel on it?';

  it('can be about what the agent answers, by names alone and no value of the case', () => {
    const askable = unheardIn(theCase(answering, [passport]), RIDDLE, []);
    expect(askable?.topics).toEqual(['progress', 'help', 'thanks', 'greeting', 'everything', 'problems']);
    expect(askable?.fields).toContainEqual({ name: 'expiry_date', called: 'expiry date' });
    expect(JSON.stringify(askable)).not.toMatch(/Berg|2031|C01X00T47/);
  });

  it('is about no value where the agent does not answer about any', () => {
    expect(unheardIn(theCase(talking, [passport]), RIDDLE, [])).toEqual({
      topics: ['progress', 'help', 'thanks', 'greeting'],
      fields: [],
    });
  });

  it.each([
    ['that its words tell', 'What is still missing?', []],
    ['that asks for a value by its name', 'Which expiry date did you read?', []],
    ['that only brings documents', 'Voilà', [passport]],
    ['of nothing but spaces', '  ', []],
  ])('is none %s', (_, message, received) => {
    expect(unheardIn(theCase(answering, [passport]), message, received)).toBeUndefined();
  });

  it('is answered by the templates as a model heard it, and the reply says who did', () => {
    const heard = { topic: null, fields: ['expiry_date'] };
    const reply = replyTo(theCase(answering, [passport, bill]), RIDDLE, [], heard);
    expect(reply.content).toContain('2031-05-01');
    expect(reply.metadata).toEqual({ intent: 'answer', heard_by: 'model' });
  });

  it('shows no masked value, and says so of what was not read', () => {
    const heard = { topic: null, fields: ['document_number', 'birth_place'] };
    const { content } = replyTo(theCase(answering, [passport]), RIDDLE, [], heard);
    expect(content).not.toContain('C01X00T47');
    expect(content).toContain('birth place');
  });

  it('gets no value where the agent does not answer about any, whatever a model says', () => {
    const heard = { topic: 'everything' as const, fields: ['expiry_date'] };
    const { content, metadata } = replyTo(theCase(talking, [passport]), RIDDLE, [], heard);
    expect(content).not.toContain('2031');
    expect(metadata).toEqual({ intent: 'help' });
  });

  it.each([
    ['progress', 'progress', 'Still needed: utility bill'],
    ['problems', 'answer', 'passport'],
    ['everything', 'answer', 'Berg'],
    ['thanks', 'thanks', 'welcome'],
    [null, 'help', 'ask about what was read'],
  ] as const)('about %s is answered with %s', (topic, intent, words) => {
    const reply = replyTo(theCase(answering, [passport]), RIDDLE, [], { topic, fields: [] });
    expect(reply.metadata.intent).toBe(intent);
    expect(reply.content).toContain(words);
  });

  it('is answered with help where nobody heard it', () => {
    expect(replyTo(theCase(answering, [passport]), RIDDLE, []).metadata).toEqual({ intent: 'help' });
  });
});
