import { it } from 'vitest';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { ofCase, opened, received, ten } from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);

it('a document that could not be read says which language model was shown it all the same', () => {
  const model_asked = { model: 'm', where: 'cloud' as const, sent: ['pictures' as const], prompt_hashes: ['ab'] };
  const outcome = { status: 'failed' as const, reason: 'unreadable' as const, error: 'It refused', model_asked };
  given(opened, received('d1', 0))
    .when({ type: 'finish_document', doc_id: 'd1', outcome, at: ten })
    .then({
      type: 'DocumentFailed',
      data: {
        ...{ ...ofCase, doc_id: 'd1', expected_type: null, reason: 'unreadable', error: 'It refused' },
        ...{ model_asked, failed_at: ten },
      },
    });
});
