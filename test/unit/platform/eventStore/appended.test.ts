import { expect, it } from 'vitest';
import { createAppended } from '../../../../src/platform/eventStore/appended.js';

function joined() {
  const appended = createAppended();
  const all = appended.join({});
  const prompt = appended.join({ typePrefixes: ['Case'] });
  const late = appended.join({ typePrefixes: ['Case', 'Agent'], movesLate: true });
  const woken = () => [all, prompt, late].map(({ wake }) => wake.count());
  return { appended, late, woken };
}

it('wakes who moves late for the events it wants and for no others', () => {
  const { appended, woken } = joined();
  appended.call(['ApiKeyIssued', 'WebhookQueued']);
  expect(woken()).toEqual([1, 1, 0]);
  appended.call(['ApiKeyIssued', 'CaseOpened']);
  expect(woken()).toEqual([2, 2, 1]);
});

it('wakes everybody for what another process has appended', () => {
  const { appended, woken } = joined();
  appended.callAll();
  expect(woken()).toEqual([1, 1, 1]);
});

it('wakes nobody who has left', () => {
  const { appended, late, woken } = joined();
  late.leave();
  appended.call(['CaseOpened']);
  appended.callAll();
  expect(woken()).toEqual([2, 2, 0]);
});
