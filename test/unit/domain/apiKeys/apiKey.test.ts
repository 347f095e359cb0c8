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
        revoked: true,
        created_at: monday,
      },
    });
  });
});
