import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../../src/platform/config.js';

describe('the settings', () => {
  it('all have a default that works', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      authEnabled: true,
      rateLimit: 200,
      caseTtlHours: 24,
    });
    expect(config.dataDir).toBe(`${process.cwd()}/data`);
    expect([...config.roles]).toEqual(['api', 'projector', 'relay', 'worker']);
    expect(config).toMatchObject({ databaseUrl: undefined, s3: undefined, masterKey: undefined, logLevel: 'info' });
  });

  it('take an empty variable for an absent one', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', AUTH_ENABLED: '' })).toMatchObject({
      port: 3000,
      authEnabled: true,
    });
  });

  it('read what is given', () => {
    const config = loadConfig({
      PORT: '0',
      ROLES: 'api, worker',
      AUTH_ENABLED: 'false',
      CASE_TTL_HOURS: '0.5',
      S3_ENDPOINT: 'http://s3:7070',
      S3_BUCKET: 'documents',
      KAFKA_BROKERS: 'one:9092,two:9092',
      RATE_LIMIT_TENANTS: 'acme=500,=1000',
      ENGINE_PROCESSES: '3',
      FACE_DATABASES: 'staff, night_shift',
      FACE_MODELS_BEFORE: 'shipped',
    });
    expect(config.faceDatabases).toEqual(['staff', 'night_shift']);
    expect(config).toMatchObject({ faceModelsBefore: 'shipped', faceModelsOverlap: 3600 });
    expect(config).toMatchObject({ port: 0, authEnabled: false, caseTtlHours: 0.5, engineProcesses: 3 });
    expect([...config.roles]).toEqual(['api', 'worker']);
    expect(config.s3).toEqual({ endpoint: 'http://s3:7070', bucket: 'documents', region: 'us-east-1' });
    expect(config.kafkaBrokers).toEqual(['one:9092', 'two:9092']);
    expect([...config.rateLimitTenants]).toEqual([
      ['acme', 500],
      ['', 1000],
    ]);
  });

  it.each([
    ['hex', Buffer.alloc(32, 7).toString('hex')],
    ['base64', Buffer.alloc(32, 7).toString('base64')],
    ['base64url without padding', Buffer.alloc(32, 7).toString('base64url')],
  ])('take a master key in %s', (_, text) => {
    expect(loadConfig({ MASTER_KEY: text }).masterKey).toEqual(Buffer.alloc(32, 7));
  });

  it.each([
    ['PORT', '70000'],
    ['FACE_DATABASES', 'Staff'],
    ['FACE_DATABASES', Array.from({ length: 21 }, (_, index) => `r${index}`).join()],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['ROLES', 'api,cook'],
    ['AUTH_ENABLED', 'no'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_POOL', '1'],
    ['EVENTSTORE_URL', 'http://host:2113'],
    ['S3_ENDPOINT', 's3:7070'],
    ['S3_ENDPOINT', 'http://:::'],
    ['ENGINE_PROCESSES', '0'],
    ['ENGINE_MEMORY', '100'],
    ['DOCUMENT_TIMEOUT', '0'],
    ['BODY_TIMEOUT', '0'],
    ['KAFKA_PREFIX', 'a/b'],
    ['RATE_LIMIT', '0'],
    ['RATE_LIMIT', '2.5'],
    ['RATE_LIMIT_TENANTS', 'acme'],
    ['RATE_LIMIT_TENANTS', 'a b=5'],
    ['CASE_TTL_HOURS', '0'],
    ['WEBHOOK_ALLOW_PRIVATE', '1'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'http://0.0.0.0'],
    ['HOST', '0.0.0.0:3000'],
    ['ROLES', ','],
    ['DATABASE_URL', 'postgres://host:port/db'],
    ['EVENTSTORE_URL', 'esdb://host:port'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['EVENTSTORE_URL', 'kurrentdb://host:2113'],
    ['EVENTSTORE_URL', 'esdb://[::1]:2113'],
    ['EVENTSTORE_URL', 'esdb://admin@host:2113'],
    ['EVENTSTORE_URL', 'esdb://admin:a:b@host:2113'],
    ['EVENTSTORE_URL', 'esdb://host:2113?tls=no'],
    ['EVENTSTORE_URL', 'esdb://host:2113?tlsVerifyCert=false'],
    ['EVENTSTORE_URL', 'esdb://host:2113?tsl=false'],
    ['KAFKA_BROKERS', 'foo'],
    ['KAFKA_BROKERS', 'one:9092,two'],
    ['KAFKA_BROKERS', 'kafka://one:9092'],
    ['KAFKA_BROKERS', 'one:0'],
    ['KAFKA_BROKERS', 'one:65536'],
    ['KAFKA_BROKERS', ','],
    ['ELASTICSEARCH_PREFIX', 'Attest'],
    ['ELASTICSEARCH_PREFIX', 'a-documents'],
    ['ELASTICSEARCH_URL', 'elastic:9200'],
    ['ELASTICSEARCH_URL', 'https://attest:sec%zzret@search.example.com'],
    ['FACE_INDEX', 'postgres'],
    ['FACE_INDEX', 'elasticsearch'],
    ['S3_BUCKET', 'My Bucket'],
    ['S3_REGION', 'eu central'],
    ['RATE_LIMIT_TENANTS', 'acme=5,acme=6'],
    ['CORS_ORIGINS', 'foo'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://console.example/'],
    ['CORS_ORIGINS', 'https://Console.example'],
    ['CORS_ORIGINS', 'https://console.example:443'],
    ['CORS_ORIGINS', 'file:///console'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['MASTER_KEY', 'too-short'],
    ['SIGNING_KEY', 'too-short'],
    ['BOOTSTRAP_API_KEY', 'zk_short_secret'],
  ])('refuse %s=%s in one line that names the setting', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+$`));
  });

  it.each([
    ['HOST', 'localhost'],
    ['HOST', '::'],
    ['DATABASE_URL', 'postgresql://attest:a%40b@db.example.com:5432/attest?sslmode=require'],
    ['DATABASE_URL', 'postgres:///attest?host=/var/run/postgresql'],
    ['EVENTSTORE_URL', 'esdb://admin:changeit@one:2113,two:2113,three:2113?tls=false'],
    ['EVENTSTORE_URL', 'esdb://attest:a%40b@one:2113?tls=true&tlsCAFile=/etc/attest/ca.crt&keepAliveInterval=-1'],
    ['EVENTSTORE_URL', 'esdb+discover://cluster.example.com/?nodePreference=leader'],
    ['KAFKA_BROKERS', '[::1]:9092,kafka_1:9092'],
    ['CORS_ORIGINS', 'https://console.example,http://localhost:5173'],
  ])('take %s=%s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).not.toThrow();
  });

  it.each([
    ['DATABASE_URL', 'localhost', 'postgres://attest:password@localhost:5432/attest'],
    ['EVENTSTORE_URL', 'localhost', 'esdb://localhost:2113?tls=false'],
    ['KAFKA_BROKERS', 'foo', 'kafka:9092'],
    ['ELASTICSEARCH_URL', 'foo', 'http://localhost:9200'],
    ['S3_ENDPOINT', 'foo', 'http://localhost:9000'],
    ['CORS_ORIGINS', 'foo', 'https://console.example.com'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'foo', 'http://localhost:4318'],
    ['RATE_LIMIT_TENANTS', 'foo', 'acme=500'],
  ])('say of a wrong %s what a right one looks like', (name, wrong, right) => {
    expect(() => loadConfig({ [name]: wrong })).toThrow(right);
    expect(() => loadConfig({ [name]: right })).not.toThrow();
  });

  it('say which entry of a list is wrong', () => {
    expect(() => loadConfig({ KAFKA_BROKERS: 'one:9092,two' })).toThrow(/^KAFKA_BROKERS \(entry 2\) must be host:port/);
  });

  it('do not ignore a bucket that is on no server', () => {
    expect(() => loadConfig({ S3_BUCKET: 'documents' })).toThrow(/^S3_BUCKET counts only with S3_ENDPOINT/);
  });

  describe('of an identity provider', () => {
    const whole = {
      ...{ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'hidden' },
      OIDC_GROUPS: 'analysts=acme:read+write+read, root=:admin',
    };

    it('say what its groups may do', () => {
      expect(loadConfig(whole).oidc).toEqual({
        ...{ issuer: 'https://login.example.com', clientId: 'console', clientSecret: 'hidden' },
        scopes: ['openid', 'profile'],
        groups: [
          { group: 'analysts', tenant_id: 'acme', scopes: ['read', 'write'] },
          { group: 'root', tenant_id: '', scopes: ['admin'] },
        ],
      });
    });

    it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_GROUPS'])(
      'are whole, or none: %s',
      (name) => {
        expect(() => loadConfig({ ...whole, [name]: '' })).toThrow(/^OIDC_ISSUER needs OIDC_CLIENT_ID/);
      },
    );

    it.each([
      ['OIDC_ISSUER', 'http://login.example.com', /^OIDC_ISSUER must be the https address/],
      ['OIDC_ISSUER', 'http://localhost.evil.example', /^OIDC_ISSUER must be the https address/],
      ['OIDC_GROUPS', 'analysts=acme', /^OIDC_GROUPS \(entry 1\) must be group=tenant:scopes/],
      ['OIDC_GROUPS', 'a=acme:read,analysts=acme:reed', /^OIDC_GROUPS \(entry 2\) must be group=tenant:scopes/],
      ['OIDC_SCOPES', 'openid profile', /^OIDC_SCOPES \(entry 1\) must be scopes/],
    ])('%s refuses %s, and tells no secret', (name, wrong, sentence) => {
      expect(() => loadConfig({ ...whole, [name]: wrong })).toThrow(sentence);
      expect(() => loadConfig({ ...whole, [name]: wrong })).not.toThrow(/hidden/);
    });

    it('take plain http for this machine alone', () => {
      expect(loadConfig({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:4000/x' }).oidc?.issuer).toBe(
        'http://127.0.0.1:4000/x',
      );
    });
  });

  it('take one master key, from the variable or from a file', () => {
    expect(loadConfig({ MASTER_KEY_FILE: 'secrets/key' }).masterKeyFile).toBe(`${process.cwd()}/secrets/key`);
    const both = { MASTER_KEY: Buffer.alloc(32, 7).toString('hex'), MASTER_KEY_FILE: 'secrets/key' };
    expect(() => loadConfig(both)).toThrow('MASTER_KEY and MASTER_KEY_FILE cannot both be set: leave one of them out.');
  });

  it.each([
    'MASTER_KEY',
    'SIGNING_KEY',
    'BOOTSTRAP_API_KEY',
    'DATABASE_URL',
    'EVENTSTORE_URL',
    'KAFKA_BROKERS',
    'ELASTICSEARCH_URL',
    'S3_ENDPOINT',
    'CORS_ORIGINS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ])('never repeat a wrong value of %s, which may be a secret', (name) => {
    expect(() => loadConfig({ [name]: 'hunter2 secret' })).toThrow(/^((?!hunter2).)*$/);
    expect(() => loadConfig({ [name]: 'ftp://me:hunter2@host:99999/' })).toThrow(/^((?!hunter2).)*$/);
    expect(() => loadConfig({ [name]: 'esdb://me:hunter2@host:2113?unknown=1' })).toThrow(/^((?!hunter2).)*$/);
  });
});
