import { describe, expect, it } from 'vitest';
import { apiKey, type ApiKeyCommand, type ApiKeyEvent } from '../../../../src/domain/apiKeys/apiKey.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(apiKey);
const monday = '2026-03-02T09:00:00.000Z';
const tuesday = '2026-03-03T09:00:00.000Z';

const issue: Extract<ApiKeyCommand, { type: 'issue' }> = {
  type: 'issue',
  key_id: 'k1',
  tenant_id: 'acme',
  name: 'Back office',
  scopes: ['write', 'read'],
  held_scopes: ['read', 'write', 'admin'],
  prefix: 'a1b2c3d4e5f6',
  hash: { kind: 'bcrypt', value: '$2b$10$hash' },
  at: monday,
};
const issued: ApiKeyEvent = {
  type: 'ApiKeyIssued',
  data: {
    key_id: 'k1',
    tenant_id: 'acme',
    name: 'Back office',
    scopes: ['read', 'write'],
    prefix: 'a1b2c3d4e5f6',
    hash: { kind: 'bcrypt', value: '$2b$10$hash' },
    expires_at: null,
    mode: 'live',
    issued_at: monday,
  },
};
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { key_id: 'k1', revoked_at: tuesday } };

describe('an API key', () => {
  it('is issued with the scopes asked for, in their fixed order', () => given().when(issue).then(issued));

  it('names a scope once, however often it was asked for', () =>
    given()
      .when({ ...issue, scopes: ['read', 'write', 'read'] })
      .then(issued));

  it('is not issued without a scope', () =>
    given()
      .when({ ...issue, scopes: [] })
      .thenRefused('invalid', /scopes/));

  it('is not issued with a blank name', () =>
    given()
      .when({ ...issue, name: '  ' })
      .thenRefused('invalid', /name/));

  it('is not issued for a tenant whose name has another form', () =>
    given()
      .when({ ...issue, tenant_id: 'acme/../other' })
      .thenRefused('invalid', /tenant_id/));

  it('can be issued for the platform, whose tenant is empty', () =>
    given()
      .when({ ...issue, tenant_id: '' })
      .then({ ...issued, data: { ...issued.data, tenant_id: '' } }));

  it('can only hand out scopes that its issuer holds', () =>
    given()
      .when({ ...issue, scopes: ['read', 'admin'], held_scopes: ['read', 'write'] })
      .thenRefused('forbidden', /lacks admin/));

  it('is issued once', () =>
    given(issued)
      .when(issue)
      .thenRefused('conflict', /issued before/));

  it('can be revoked', () => given(issued).when({ type: 'revoke', at: tuesday }).then(revoked));

  it('is not found for a second revocation', () =>
    given(issued, revoked)
      .when({ type: 'revoke', at: tuesday })
      .thenRefused('not_found', /no active API key/));

  it('is not found for a revocation when it was never issued', () =>
    given()
      .when({ type: 'revoke', at: tuesday })
      .thenRefused('not_found', /no active API key/));

  it('shows itself as revoked after its revocation', () => {
    expect(fold(apiKey, [issued, revoked])).toEqual({
      status: 'revoked',
      hash: issued.data.hash,
      key: {
        id: 'k1',
        tenant_id: 'acme',
        name: 'Back office',
        scopes: ['read', 'write'],
        ...{ revoked: true, mode: 'live', expires_at: null, replaced_by: null },
        created_at: monday,
      },
    });
  });
});

describe('an API key that expires', () => {
  it('says when', () =>
    given()
      .when({ ...issue, expires_at: tuesday })
      .then({ ...issued, data: { ...issued.data, expires_at: tuesday } }));

  it.each([monday, '2026-03-02T08:59:59.999Z'])('is not issued to have expired at %s', (expires_at) =>
    given()
      .when({ ...issue, expires_at })
      .thenRefused('invalid', /expires_at must be in the future/),
  );

  it('never does where it was issued before keys could', () => {
    const { expires_at, mode, ...before } = issued.data;
    expect([expires_at, mode]).toEqual([null, 'live']);
    const state = fold(apiKey, [{ type: 'ApiKeyIssued', data: before }]);
    expect(state).toMatchObject({ status: 'active', key: { expires_at: null, mode: 'live', replaced_by: null } });
  });
});

describe('the mode of an API key', () => {
  it('is kept', () =>
    given()
      .when({ ...issue, mode: 'test' })
      .then({ ...issued, data: { ...issued.data, mode: 'test' } }));

  it('is live only where the key that issues it is', () =>
    given()
      .when({ ...issue, held_mode: 'test' })
      .thenRefused('forbidden', /test key/));
});

describe('an API key that is rotated', () => {
  const rotate: ApiKeyCommand = { type: 'rotate', replaced_by: 'k2', overlap_minutes: 90, at: monday };
  const rotated = (expires_at: string): ApiKeyEvent => ({
    type: 'ApiKeyRotated',
    data: { key_id: 'k1', replaced_by: 'k2', expires_at, rotated_at: monday },
  });
  const ending = (expires_at: string): ApiKeyEvent => ({ ...issued, data: { ...issued.data, expires_at } });

  it('expires after the overlap', () => given(issued).when(rotate).then(rotated('2026-03-02T10:30:00.000Z')));

  it('expires at once without one', () =>
    given(issued)
      .when({ ...rotate, overlap_minutes: 0 })
      .then(rotated(monday)));

  it('expires when it would have, where that is earlier', () =>
    given(ending('2026-03-02T09:10:00.000Z')).when(rotate).then(rotated('2026-03-02T09:10:00.000Z')));

  it('is rotated once, and again to the same key without effect', () => {
    given(issued, rotated(tuesday)).when(rotate).then();
    given(issued, rotated(tuesday))
      .when({ ...rotate, replaced_by: 'k3' })
      .thenRefused('conflict', /takes the place/);
  });

  it.each([-1, 0.5, 43_201])('is not rotated with an overlap of %s minutes', (overlap_minutes) =>
    given(issued)
      .when({ ...rotate, overlap_minutes })
      .thenRefused('invalid', /overlap_minutes/),
  );

  it('is not rotated once it is revoked or has expired', () => {
    given(issued, revoked)
      .when(rotate)
      .thenRefused('not_found', /active API key/);
    given(ending(monday))
      .when(rotate)
      .thenRefused('not_found', /active API key/);
  });

  it('can be revoked before its end', () =>
    given(issued, rotated(tuesday)).when({ type: 'revoke', at: tuesday }).then(revoked));
});
