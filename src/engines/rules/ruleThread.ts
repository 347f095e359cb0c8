import { parentPort } from 'node:worker_threads';
import { RE2JS, RE2JSException } from 're2js';
import { crossMatch } from '../crossMatch/crossMatch.js';
import { validateFields } from '../documents/validate/validateFields.js';
import type { RuleAnswer, RuleRequest } from './ruleMessages.js';

/** The program of the thread in which patterns of callers are compiled and run, and documents compared: neither has an end that is known beforehand. */
const say = (answer: RuleAnswer): void => parentPort?.postMessage(answer);

function compile({ rules }: Extract<RuleRequest, { kind: 'compile' }>): void {
  const unusable = Object.entries(rules).find(([, { regex }]) => regex !== undefined && !isPattern(regex));
  if (unusable) say({ kind: 'unusable', field: unusable[0] });
}

function isPattern(regex: string): boolean {
  try {
    RE2JS.compile(regex);
    return true;
  } catch (error) {
    if (error instanceof RE2JSException) return false;
    throw error;
  }
}

function judge({ compare, check, types, today }: Extract<RuleRequest, { kind: 'judge' }>): void {
  say({ kind: 'compared', outcome: crossMatch(compare) });
  for (const { doc_id, document_type, ...read } of check) {
    const type = types.find(({ context_id }) => context_id === document_type);
    if (!type) continue;
    const { valid, violations } = validateFields(read, type, { today });
    say({ kind: 'checked', check: { doc_id, document_type, passed: valid, violations } });
  }
}

parentPort?.on('message', (request: RuleRequest) => {
  if (request.kind === 'compile') compile(request);
  else judge(request);
  say({ kind: 'end' });
});
say({ kind: 'ready' });
