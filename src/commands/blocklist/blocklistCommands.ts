import { v7 as newId } from 'uuid';
import {
  blocklistEntry,
  type BlocklistEntry,
  blocklistEntryStream,
  type BlocklistKind,
} from '../../domain/blocklist/index.js';
import { caseStream, caseRules } from '../../domain/cases/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import type { Clue } from '../../domain/documents/index.js';
import type { Clock } from '../../platform/clock.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { KeyedIndex } from '../../platform/sealing/keyedIndex.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { type ForgetDeps, type ForgetElsewhere, forgetWhole } from '../core/forget.js';
import { type BlockedValues, cluesOfCaseDocument, cluesOfValues } from './blockedValues.js';
import { hashOfClue, spaceOfBlocklist } from './hashedClues.js';

/** What is to be blocked: values, or those that a document of a case states. */
export interface BlockInput {
  /** For a retried request the id that it was given before. */
  entry_id?: string | undefined;
  kind: BlocklistKind;
  what: BlockedValues | { case_id: string; doc_id: string };
  reason?: string | null | undefined;
}

/** What can be asked of blocklists. */
export interface BlocklistCommands {
  /**
   * Puts something on the blocklist of the context's tenant. Of what it is only keyed hashes are kept.
   * @throws DomainError `invalid` for values that tell nobody, `not_found` for a case or document that the tenant does not have,
   *   `rule_broken` where the document does not state what would be blocked
   */
  add(context: CommandContext, input: BlockInput): Promise<Committed<BlocklistEntry>>;
  /** Takes it off, with all that was known of it. Can be repeated, and finishes what a crash broke off. @throws DomainError `not_found` */
  remove(context: CommandContext, entry_id: string): Promise<Committed<void>>;
}

/** What the commands of blocklists stand on. */
export interface BlocklistCommandsDeps extends ForgetDeps, ForgetElsewhere {
  handler: CommandHandler;
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'erase' | 'noteOf' | 'erasureDone'>;
  keyedHash: KeyedHash;
  keyedIndex: Pick<KeyedIndex, 'note'>;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    blocklist: BlocklistCommands;
  }
}

/** Creates the commands of blocklists. */
export function createBlocklistCommands(deps: BlocklistCommandsDeps): BlocklistCommands {
  const { handler, clock } = deps;
  const now = (): string => clock().toISOString();
  return {
    async add(context, { entry_id = newId(), kind, what, reason = null }) {
      const { tenant_id, actor } = context;
      const clues = 'case_id' in what ? await cluesInCase(deps, tenant_id, kind, what) : cluesOfValues(what);
      const hashes = await noteEntry(deps, context, entry_id, clues);
      const added = await handler.handle({
        ...{ stream: blocklistEntryStream(entry_id), decider: blocklistEntry, context },
        command: { type: 'add', entry: { entry_id, tenant_id, kind, reason, added_by: actor }, hashes, at: now() },
      });
      if (added.state.status !== 'listed') throw new DomainError('conflict', 'The entry was removed meanwhile');
      return committed(added.state.entry, added);
    },

    async remove(context, entry_id) {
      const stream = blocklistEntryStream(entry_id);
      const { state, mode } = await handler.loadToErase(stream, blocklistEntry);
      if (state.status === 'not_there') throw noneWithThisId('blocklist entry');
      assertOwnWorld(context, mode); // before the key is gone: what is refused loses nothing
      const command = { type: 'remove', at: now() } as const;
      const record = () => handler.handle({ stream, decider: blocklistEntry, context, command });
      return committed(undefined, await forgetWhole(deps, { stream, id: entry_id, context, record }));
    },
  };
}

/** Notes what the entry is found by, before it is there: an entry that is there is surely found. Gives the hashes, hex. */
async function noteEntry(
  { subjectKeys, keyedHash, keyedIndex }: BlocklistCommandsDeps,
  { tenant_id, mode = 'live' }: CommandContext,
  entry_id: string,
  clues: readonly Clue[],
): Promise<string[]> {
  const subject = blocklistEntryStream(entry_id);
  await subjectKeys.obtain(subject); // what is noted hangs on it
  const hashes = await Promise.all(clues.map((clue) => hashOfClue(keyedHash, tenant_id, clue)));
  const noted = [...new Map(hashes.map((hash) => [hash.toString('hex'), { hash, beside: null }])).values()];
  const space = spaceOfBlocklist({ tenant_id, mode });
  await keyedIndex.note({ space, subject, item: entry_id, origin: entry_id, noted });
  return noted.map(({ hash }) => hash.toString('hex'));
}

/** What a document of one of the tenant's cases states of a kind. */
async function cluesInCase(
  { handler }: Pick<BlocklistCommandsDeps, 'handler'>,
  tenant_id: string,
  kind: BlocklistKind,
  { case_id, doc_id }: { case_id: string; doc_id: string },
): Promise<Clue[]> {
  const stream = caseStream(case_id);
  // Nothing of another tenant's is opened.
  if ((await handler.tenantOf(stream)) !== tenant_id) throw noneWithThisId('case');
  const { state } = await handler.load(stream, caseRules);
  const documents = state.status === 'not_opened' ? [] : state.case.documents;
  const document = documents.find((one) => one.doc_id === doc_id);
  if (!document) throw noneWithThisId('document');
  return cluesOfCaseDocument(kind, document);
}
