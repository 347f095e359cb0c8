import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/platform/log.js';

describe('the log', () => {
  const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
    const lines: string[] = [];
    write(createLog('info', { write: (line: string) => void lines.push(line) }));
    return lines.join('');
  };

  it('writes one line of JSON with a readable level and a UTC time', () => {
    const line = JSON.parse(written((log) => log.info({ tenant: 'acme' }, 'hello'))) as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'info', tenant: 'acme', msg: 'hello' });
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('tells of an error and its cause only type, message, code and stack: drivers hang rows and parameters on theirs', () => {
    const cause = Object.assign(new TypeError('inner'), { detail: 'Key (name)=(ERIKSSON) exists' });
    const error = Object.assign(new Error('outer', { cause }), { code: '23505', parameters: ['ERIKSSON'] });
    const line = written((log) => log.error({ err: error }, 'failed'));
    expect(line).not.toContain('ERIKSSON');
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'Error', message: 'outer', code: '23505', cause: { type: 'TypeError', message: 'inner' } },
    });
  });

  it('keeps keys out, should anyone ever log a request', () => {
    const line = written((log) => log.info({ req: { headers: { 'x-api-key': 'zk_secret' } }, raw_key: 'zk_secret' }));
    expect(line).not.toContain('zk_secret');
  });
});
