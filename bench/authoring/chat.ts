import { readFile } from 'node:fs/promises';
import { type ChatIntent, interpret } from '../../src/domain/agentBuilder/chat/interpret.js';
import { nameableTypes } from '../../src/domain/agentBuilder/chat/nameables.js';
import { share } from '../accuracy/accuracyFigure.js';
import { shippedTypes } from '../accuracy/classification.js';
import type { Measured } from '../accuracy/part.js';

/** A message, and what is meant by it. */
interface Utterance {
  language: string;
  text: string;
  intents: string[];
}

const FIELDS = [{ id: 'full_name', called: ['name', 'full name', 'namen', 'nom', 'nombre', 'nome'] }];

/** How many messages in six languages the wizard understands as they are meant. */
export async function measureChat(): Promise<Measured> {
  const file = new URL('../../test/fixtures/chat/utterances.json', import.meta.url);
  const utterances = JSON.parse(await readFile(file, 'utf8')) as Utterance[];
  const context = { types: nameableTypes(await shippedTypes()), fields: FIELDS };
  const answers = utterances.map(({ text, language, intents }) => {
    const got = interpret(text, context).intents.map(said);
    return { right: JSON.stringify(got) === JSON.stringify(intents), text, language, got };
  });
  const missed = answers.filter(({ right }) => !right);
  return {
    title: 'Chat: messages to the wizard',
    figures: [share('chat: messages wholly understood', answers.map(({ right }) => right))], // prettier-ignore
    heldOut: [],
    details: missed.map(({ language, text, got }) => `miss: ${language} ${text}: ${got.join(' ')}`),
  };
}

/** What was understood, as the messages of the measurement say it. */
function said(intent: ChatIntent): string {
  switch (intent.intent) {
    case 'add_document_type':
      return `add:${intent.context_id}`;
    case 'remove_document_type':
      return `remove:${intent.context_id}`;
    case 'create_document_type':
      return 'create';
    case 'build':
      return intent.deploy ? 'build:deploy' : 'build';
    default:
      return intent.intent;
  }
}
