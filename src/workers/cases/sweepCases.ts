import { randomUUID } from 'node:crypto';
import type { CaseCommands } from '../../commands/cases/caseCommands.js';
import type { CommandContext } from '../../commands/core/context.js';
import type { Log } from '../../platform/log.js';

/** Expires the cases that nobody touched for too long. */
export async function expireCases(cases: Pick<CaseCommands, 'expireInactive'>, log: Log): Promise<void> {
  const { value } = await cases.expireInactive(contextOf('worker:expiry'));
  if (value > 0) log.info({ cases: value }, 'untouched cases have expired');
}

/** Reads the documents that a killed process left unread. */
export async function recoverDocuments(cases: Pick<CaseCommands, 'recover'>, log: Log): Promise<void> {
  const { value } = await cases.recover(contextOf('worker:recovery'));
  if (value > 0) log.warn({ documents: value }, 'documents that were left unread have been read');
}

function contextOf(actor: string): CommandContext {
  const id = randomUUID();
  return { tenant_id: '', actor, correlation_id: id, causation_id: id };
}
