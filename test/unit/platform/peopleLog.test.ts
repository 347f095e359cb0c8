import { expect, test } from 'vitest';
import { createLog } from '../../../src/platform/log.js';
import { forPeople, logForPeople } from '../../../src/platform/peopleLog.js';

test('a line for people has the time, the level, a sentence and the ids', () => {
  const written: string[] = [];
  const log = createLog('info', logForPeople({ write: (text) => written.push(text) }));
  const request = { request_id: 'r-1', tenant_id: 'acme', method: 'POST', route: '/v1/cases', status: 422, ms: 3.2 };
  log.warn({ ...request, detail: 'The field `goal` is required' }, 'Request');
  log.info({ execution_id: 'e-1', attempts: 3 }, 'it was given up');
  expect(written.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/, 'TIME'))).toEqual([
    'TIME  WARN   POST /v1/cases 422 in 3.2 ms: The field `goal` is required  request_id=r-1  tenant_id=acme\n',
    'TIME  INFO   it was given up  execution_id=e-1  attempts=3\n',
  ]);
});

test('what callers send cannot give a terminal orders, nor make a line of its own', () => {
  const line = forPeople(JSON.stringify({ level: 'info', msg: 'a\u001b[31mb\nc', field: 'x\r\ny\u009b' }));
  expect(line.trimEnd()).toMatch(/a \[31mb c {2}field=x {2}y $|a \[31mb c {2}field=x {2}y$/);
  expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('an error says what it is, and where it came from below', () => {
  const err = {
    type: 'TypeError',
    message: 'x is no function',
    stack: 'TypeError: x is no function\n    at here.js:1',
  };
  const line = forPeople(JSON.stringify({ level: 'error', msg: 'A request failed', err }));
  expect(line).toContain('A request failed — TypeError: x is no function');
  expect(line.split('\n')[1]).toBe('    at here.js:1');
});

test('what is no line of the log is written as it is', () => {
  expect(forPeople('Ready\n')).toBe('Ready\n');
});
