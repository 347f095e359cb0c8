import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { interpret } from '../../../../src/domain/agentBuilder/chat/interpret.js';
import { nameableTypes, type NamedType } from '../../../../src/domain/agentBuilder/chat/nameables.js';

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const presets = readdirSync(new URL('../../../../presets', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => read(`presets/${file}`) as NamedType);
const context = {
  types: nameableTypes(presets),
  fields: [{ id: 'full_name', called: ['name', 'full name', 'namen', 'nom', 'nombre', 'nome'] }],
};

it.each([
  ['Intelligenzstufe 3, keine Cloud', 3, false],
  ['No uses la nube, nivel de inteligencia 1', 1, false],
  ['Set intelligence level to 2 and allow the cloud', 2, true],
])('a level and the cloud in one sentence are both taken: %s', (message, intelligence_level, allow_cloud) => {
  expect(interpret(message, context).intents).toEqual([{ intent: 'set_option', intelligence_level, allow_cloud }]);
});
