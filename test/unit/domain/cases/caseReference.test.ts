import { describe, it } from 'vitest';
import { caseReference } from '../../../../src/domain/cases/caseReference.js';
import { nine, session_id } from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

describe("a caller's reference", () => {
  it('is given to one case', () => {
    const stories = storiesOf(caseReference);
    const reserve = { type: 'reserve', tenant_id: 'acme', session_id, instead_of: null, at: nine } as const;
    const reserved = {
      type: 'CaseReferenceReserved',
      data: { tenant_id: 'acme', session_id, reserved_at: nine },
    } as const;
    stories.given().when(reserve).then(reserved);
    stories
      .given(reserved)
      .when(reserve)
      .thenRefused('conflict', /already/);
  });

  it('is given to another once that one is erased, and to one alone', () => {
    const stories = storiesOf(caseReference);
    const data = { tenant_id: 'acme', reserved_at: nine };
    const given = { type: 'CaseReferenceReserved', data: { ...data, session_id } } as const;
    const next = { ...given, data: { ...data, session_id: 's2' } };
    const reserve = { type: 'reserve', tenant_id: 'acme', session_id: 's2', instead_of: session_id, at: nine } as const;
    stories.given(given).when(reserve).then(next);
    stories
      .given(given, next)
      .when({ ...reserve, session_id: 's3' })
      .thenRefused('conflict', /already/);
  });
});
