import express from 'express';
import { expect, it } from 'vitest';
import { readAuditCursor } from '../../../../../src/api/audit/auditPages.js';
import { writeCursor } from '../../../../../src/api/http/responses/cursors.js';
import { page, readCursor } from '../../../../../src/api/http/responses/pages.js';

it('the next page is asked for with all that this one was asked for with, question marks and all', () => {
  const res = Object.create(express.response) as express.Response;
  let link = '';
  res.set = (_name: unknown, value?: unknown) => {
    link = String(value);
    return res;
  };
  const request = { originalUrl: '/v1/cases?own=a?b&goal=onboarding&limit=1', res };
  const rows = ['0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11', '0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d12'];
  const end = { at: '2025-03-14T09:26:53.589Z', id: rows[0] ?? '' };
  expect(page(rows, 1, { list: 'cases', request }, () => end)).toEqual([rows[0]]);
  const next = new URL(/^<(.+)>; rel="next"$/.exec(link)?.[1] ?? '', 'http://localhost').searchParams;
  expect(next.get('own')).toBe('a?b');
  expect(next.get('goal')).toBe('onboarding');
  expect(readCursor('cases', next.get('cursor') ?? '')).toEqual(end);
});

it('a cursor of one list is refused by every other, as is what no list gave', () => {
  const cursor = writeCursor('cases', '2025-03-14T09:26:53.589Z', '0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11');
  const other = 'The parameter `cursor` is one of another list; each list takes its own';
  for (const list of ['executions', 'blocklist', 'governance', 'faces'] as const) {
    expect(() => readCursor(list, cursor)).toThrow(other);
  }
  expect(() => readAuditCursor('audit', cursor)).toThrow(other);
  const entry = writeCursor('audit', '2025-03-14T09:26:53.589Z', '4711');
  expect(readAuditCursor('audit', entry)).toEqual({ at: '2025-03-14T09:26:53.589Z', position: '4711' });
  expect(() => readAuditCursor('audit_history', entry)).toThrow(other);
  for (const odd of ['', 'x', Buffer.from('cases 1 2').toString('base64url')]) {
    expect(() => readCursor('cases', odd)).toThrow('must be one that the header `Link` of this list gave');
  }
});
