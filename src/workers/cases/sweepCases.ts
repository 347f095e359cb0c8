import type { CaseCommands } from '../../commands/cases/caseCommands.js';
import type { CommandContext } from '../../commands/core/context.js';
import type { Log } from '../../platform/log.js';

/** Expires the cases that nobody touched for too long. */
export async function expireCases(
  context: CommandContext,
  cases: Pick<CaseCommands, 'expireInactive'>,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const { value } = await cases.expireInactive(context, stopping);
  if (value > 0) log.info({ cases: value }, 'untouched cases have expired');
}

/** Erases the cases that were kept for as long as their agents say. */
export async function eraseRetainedCases(
  context: CommandContext,
  cases: Pick<CaseCommands, 'eraseRetained'>,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const erased = await cases.eraseRetained(context, stopping);
  if (erased > 0) log.info({ cases: erased }, 'cases were erased as their retention ended');
}

/** Reads the documents that a killed process left unread. */
export async function recoverDocuments(
  context: CommandContext,
  cases: Pick<CaseCommands, 'recover'>,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const { value } = await cases.recover(context, stopping);
  if (value > 0) log.warn({ documents: value }, 'documents that were left unread have been read');
}
