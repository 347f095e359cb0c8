import { describe, it } from 'vitest';
import { watchlistMonitoring } from '../../../../src/domain/faces/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(watchlistMonitoring);
const at = '2026-03-02T09:00:00.000Z';
const ask = (monitors: boolean) => ({ type: 'monitor' as const, tenant_id: 'acme', monitors, by: 'key:1', at });
const asked = (monitors: boolean) => ({
  type: 'WatchlistMonitoringChanged' as const,
  data: { tenant_id: 'acme', monitors, changed_by: 'key:1', changed_at: at },
});

describe('the monitoring of faces', () => {
  it('begins when the tenant asks for it, and not before', () => {
    given().when(ask(true)).then(asked(true));
    given().when(ask(false)).thenNothing();
  });
  it('ends when the tenant asks for that', () => given(asked(true)).when(ask(false)).then(asked(false)));
  it('changes nothing that is so already', () => {
    given(asked(true)).when(ask(true)).thenNothing();
    given(asked(true), asked(false)).when(ask(false)).thenNothing();
  });
});
