import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { interpret, type ChatIntent } from '../../../../src/domain/agentBuilder/chat/interpret.js';
import { nameableTypes, type NamedType } from '../../../../src/domain/agentBuilder/chat/nameables.js';

/** A message, and what is meant by it. */
interface Utterance {
  language: string;
  text: string;
  intents: string[];
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const utterances = read('test/fixtures/chat/utterances.json') as Utterance[];
const presets = readdirSync(new URL('../../../../presets', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => read(`presets/${file}`) as NamedType);
const context = {
  types: nameableTypes(presets),
  fields: [{ id: 'full_name', called: ['name', 'full name', 'namen', 'nom', 'nombre', 'nome'] }],
};

/** What was understood, as the utterances say it. */
const said = (intent: ChatIntent): string => {
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
};

it('of a hundred messages in six languages at least nine in ten are understood as they are meant', () => {
  const missed = utterances.flatMap(({ language, text, intents }) => {
    const understood = interpret(text, context);
    const got = understood.intents.map(said);
    return JSON.stringify(got) === JSON.stringify(intents)
      ? []
      : [`${language} ${text}: ${understood.language} ${JSON.stringify(got)}`];
  });
  expect(utterances.length).toBeGreaterThanOrEqual(100);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(utterances.length / 10);
});

it.each([
  ['Intelligenzstufe 3, keine Cloud', 3, false],
  ['No uses la nube, nivel de inteligencia 1', 1, false],
  ['Set intelligence level to 2 and allow the cloud', 2, true],
])('a level and the cloud in one sentence are both taken: %s', (message, intelligence_level, allow_cloud) => {
  expect(interpret(message, context).intents).toEqual([{ intent: 'set_option', intelligence_level, allow_cloud }]);
});
