import { expect, test } from 'vitest';
import { typeOfName } from '../../../../src/domain/cases/index.js';

const agent = { doc_type_map: { id_card: 'identity_card' }, classify_aliases: { Ausweis: 'id_card' } };

test.each([
  ['identity_card', 'identity_card'],
  ['Identity card', 'identity_card'],
  ['identity_card back', 'identity_card'],
  ['Ausweis Rückseite', 'identity_card'],
  ['front', undefined],
  ['passport front', undefined],
])('the label %s names the type %s, whichever side it names besides', (label, type) => {
  expect(typeOfName(agent, label)).toBe(type);
});
