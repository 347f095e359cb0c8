import { describe, it } from 'vitest';
import { apiKeyHandle, type ApiKeyHandleEvent } from '../../../../src/domain/apiKeys/apiKeyHandle.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(apiKeyHandle);
const at = '2026-03-02T09:00:00.000Z';
const handle = 'a1b2c3d4e5f6';
const reserved: ApiKeyHandleEvent = { type: 'ApiKeyHandleReserved', data: { handle, key_id: 'k1', reserved_at: at } };

describe('the handle of an API key', () => {
  it('belongs to the first key that asks for it', () =>
    given().when({ type: 'reserve', handle, key_id: 'k1', at }).then(reserved));

  it('is not reserved again for the same key', () =>
    given(reserved).when({ type: 'reserve', handle, key_id: 'k1', at }).thenNothing());

  it('is refused to another key', () =>
    given(reserved)
      .when({ type: 'reserve', handle, key_id: 'k2', at })
      .thenRefused('conflict', /Another API key/));
});
