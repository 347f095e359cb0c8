import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { holdsSecret } from '../../../../../src/engines/documents/process/reach.js';

const configuration = new URL('../../../../../docs/configuration.md', import.meta.url);

describe('the environment of a process', () => {
  it('holds a secret where there is any setting that is told to be or to hold one', async () => {
    const lines = (await readFile(configuration, 'utf8')).split('\n');
    const secret = lines
      .filter((line) => /\*\*(Secret|Holds a secret)\.\*\*/.test(line))
      .map((line) => line.split('`')[1]!);
    expect(secret).toContain('MASTER_KEY_OLD');
    expect(secret.filter((name) => !holdsSecret(`PATH=/bin\0${name}=x\0`))).toEqual([]);
  });

  it.each([
    'EVENTSTORE_ADMIN_URL',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'PGPASSWORD',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  ])('holds one where a tool or a library is given %s', (name) => {
    expect(holdsSecret(`${name}=x\0PATH=/bin\0`)).toBe(true);
  });

  it('holds none where a secret is empty, or is in a file', () => {
    expect(holdsSecret('MASTER_KEY=\0MASTER_KEY_FILE=/run/secrets/key\0NO_MASTER_KEY=x\0')).toBe(false);
  });
});
