import { it } from 'vitest';
import { samplesShown, type SamplesShown } from '../../../../src/domain/documentTypes/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(samplesShown);
const shown: SamplesShown = {
  asked: [{ model: 'small-1', where: 'local', sent: ['text'], prompt_hashes: ['ab'], tokens: null }],
};
const event = { type: 'SamplesShownToModel', data: shown } as const;

it('what a model was asked about samples is written down once', () => {
  given().when(shown).then(event);
  given(event).when(shown).thenNothing();
});
