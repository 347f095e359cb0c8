import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../../src/platform/config.js';

const modelOf = (env: Record<string, string>) => loadConfig({ MODEL_NAME: 'small', ...env }).model;

describe('the settings of a language model', () => {
  test('are absent where none is named', () => {
    expect(loadConfig({}).model).toBeUndefined();
  });

  test('have defaults', () => {
    expect(modelOf({ MODEL_URL: 'http://localhost:11434/v1' })).toEqual({
      ...{ url: 'http://localhost:11434/v1', name: 'small', where: 'local', sees: false, timeoutMs: 60_000 },
      ...{ concurrency: 4, key: undefined, tokensPerDay: undefined },
    });
  });

  test.each([
    ['http://127.0.0.1:8000/v1', 'local'],
    ['http://[::1]:8000/v1', 'local'],
    ['http://10.1.2.3/v1', 'local'],
    ['http://192.168.7.4:8080', 'local'],
    ['http://[fd00::7]/v1', 'local'],
    ['http://ollama:11434/v1', 'local'],
    ['http://models.prod.internal/v1', 'local'],
    ['https://api.example.com/v1', 'cloud'],
    ['https://203.0.113.7/v1', 'cloud'],
    ['http://[2001:db8::7]/v1', 'cloud'],
    ['http://localhost.example.com/v1', 'cloud'],
  ])('take %s for %s', (MODEL_URL, where) => {
    expect(modelOf({ MODEL_URL })?.where).toBe(where);
  });

  test('go by MODEL_LOCAL where it is said', () => {
    expect(modelOf({ MODEL_URL: 'https://models.example.com/v1', MODEL_LOCAL: 'true' })?.where).toBe('local');
    expect(modelOf({ MODEL_URL: 'http://localhost:4000/v1', MODEL_LOCAL: 'false' })?.where).toBe('cloud');
  });

  test.each([
    [{ MODEL_URL: 'http://localhost:11434/v1' }, /^MODEL_URL and MODEL_NAME need each other/],
    [{ MODEL_NAME: 'small' }, /^MODEL_URL and MODEL_NAME need each other/],
    [{ MODEL_NAME: 'small', MODEL_URL: 'localhost:11434' }, /^MODEL_URL must be an http or https address/],
    [{ MODEL_NAME: 'small', MODEL_URL: 'https://me:hunter2@example.com' }, /^MODEL_URL must have no name and password/],
    [{ MODEL_NAME: 'small', MODEL_URL: 'http://localhost/v1', MODEL_TIMEOUT: '0' }, /^MODEL_TIMEOUT must be a number/],
    [{ MODEL_NAME: 'small', MODEL_URL: 'http://localhost/v1', MODEL_CONCURRENCY: '0' }, /^MODEL_CONCURRENCY must/],
  ])('name a mistake at start: %j', (env, message) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(message);
    expect(() => loadConfig(env)).not.toThrow(/hunter2/);
  });
});
