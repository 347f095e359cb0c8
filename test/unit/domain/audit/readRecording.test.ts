import { describe, it } from 'vitest';
import { readRecording } from '../../../../src/domain/audit/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(readRecording);
const at = '2026-03-02T09:00:00.000Z';
const ask = (reads: boolean) => ({ type: 'record' as const, tenant_id: 'acme', reads, by: 'key:1', at });
const asked = (reads: boolean) => ({
  type: 'ReadRecordingChanged' as const,
  data: { tenant_id: 'acme', reads, changed_by: 'key:1', changed_at: at },
});

describe('the recording of reads', () => {
  it('begins when the tenant asks for it', () => given().when(ask(true)).then(asked(true)));
  it('ends when the tenant asks for that', () => given(asked(true)).when(ask(false)).then(asked(false)));
  it('changes nothing that is so already', () => {
    given().when(ask(false)).thenNothing();
    given(asked(true)).when(ask(true)).thenNothing();
    given(asked(true), asked(false)).when(ask(false)).thenNothing();
  });
});
