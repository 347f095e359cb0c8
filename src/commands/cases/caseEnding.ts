import type { Case } from '../../domain/cases/case.js';
import { isGood } from '../../domain/capture/index.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { CaptureLinkQueries } from '../../projections/capture/captureLinksProjection.js';
import type { CaseQueries, InactiveCase } from '../../projections/cases/caseQueries.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { sweep } from '../core/sweep.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { caseIn, type CaseHandler, type HandledCase } from './caseHandler.js';
import type { FaceMatching } from '../documents/faceMatching.js';
import type { KeptFaces } from '../faceMonitoring/keptFaces.js';
import { findOut } from './findOut.js';
import type { SeenBeforeIndex } from './seenBefore.js';

/** What a reviewer says. */
export interface Decide {
  decision: 'approve' | 'deny';
  reason?: string | null | undefined;
  /** Who decides, as the caller says. */
  actor?: string | null | undefined;
  /** Revisions of the case at one of which it was looked at; left out where that is not said. */
  ifRevision?: readonly bigint[] | undefined;
}

/** Ends cases. */
export interface CaseEnding {
  /**
   * Judges a case in one append: cross-match, rules, decision and reasons.
   * @throws DomainError `not_found`, `conflict` for a case that does not collect or still reads documents
   * @throws TooMuchWaiting when faces are to be compared, and the engine takes no more of this tenant now
   */
  complete(context: CommandContext, session_id: string): Promise<Committed<Case>>;
  /**
   * Approves or denies a case in review; whose request it is, is the actor of the context.
   * @throws DomainError `not_found`, `conflict`, `changed`, `invalid` without a reason where the agent asks for one
   */
  decide(context: CommandContext, session_id: string, input: Decide): Promise<Committed<Case>>;
  /**
   * Expires cases that nobody touched for too long, but for those of which a customer still has a good link; where something was asked for
   * again, a customer has two weeks at least. Says how many. Begins no more once `stopping` is aborted.
   */
  expireInactive(context: CommandContext, stopping?: AbortSignal): Promise<Committed<number>>;
}

/** What ending stands on. */
export interface CaseEndingDeps {
  cases: CaseHandler;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  rules: Pick<RuleChecks, 'findOut'>;
  seenBefore: Pick<SeenBeforeIndex, 'find'>;
  faceMatching: FaceMatching;
  /** Where faces of cases are kept; nowhere where it is left out. */
  keptFaces?: Pick<KeptFaces, 'keeperFor'>;
  queries: Pick<CaseQueries, 'inactiveSince'>;
  /** The links of customers; none where it is left out. */
  links?: Pick<CaptureLinkQueries, 'ofCase'>;
  clock: Clock;
  log: Log;
  /** How long a case may go untouched, in milliseconds. */
  ttlMs: number;
}

/** How long a customer has at least, who was asked for documents again. */
const ASKED_MS = 14 * 24 * 3_600_000;

/** Links of a case that are looked at: the newest. */
const MOST_LINKS = 20;

/** Cases that are looked for in one go. */
const EXPIRED_AT_ONCE = 500;

/** Creates what ends cases. */
export function createCaseEnding(deps: CaseEndingDeps): CaseEnding {
  const { cases, definitions, documentTypes, rules, seenBefore, faceMatching, queries, clock, log, ttlMs } = deps;
  const now = (): string => clock().toISOString();
  const hasLink = async (session_id: string, at: string): Promise<boolean> =>
    ((await deps.links?.ofCase(session_id, MOST_LINKS)) ?? []).some((link) => isGood(link, true, at));
  return {
    async complete(context, session_id) {
      const { state, mode } = await cases.load(session_id);
      const theCase = caseIn(state);
      const [agent, types, seen] = await Promise.all([
        definitions(theCase.agent),
        typesFor(documentTypes, theCase),
        theCase.status === 'collecting' ? seenBefore.find(theCase, mode) : [],
      ]);
      const isJudged = theCase.status === 'collecting' && theCase.unread === 0;
      const keep = isJudged && agent.face_match ? await deps.keptFaces?.keeperFor(theCase) : undefined;
      const looked = isJudged ? await faceMatching.find(theCase, agent, types, keep) : undefined;
      const at = now();
      const answers = await findOut(rules, theCase, { agent, types, seen, ...looked, today: at.slice(0, 10) });
      const completed = await cases.handle(context, session_id, { type: 'complete', agent, findOut: answers, at });
      return committed(caseIn(completed.state), completed);
    },

    async decide(context, session_id, { decision, reason = null, actor = null, ifRevision }) {
      const known = await cases.load(session_id);
      const { require_reason } = await definitions(caseIn(known.state).agent);
      const command = {
        type: 'decide',
        decision,
        reason,
        actor,
        by: context.actor,
        require_reason,
        at: now(),
      } as const;
      const decided = await cases.handle(context, session_id, command, known, ifRevision);
      return committed(caseIn(decided.state), decided);
    },

    async expireInactive(context, stopping) {
      const at = clock().getTime();
      const [before, asked] = [new Date(at - ttlMs), new Date(at - Math.max(ttlMs, ASKED_MS))];
      const handled: HandledCase[] = [];
      await sweep<InactiveCase>({
        ...{ name: 'untouched cases', log, stopping },
        idOf: ({ session_id }) => session_id,
        next: (after) => queries.inactiveSince({ before, asked }, EXPIRED_AT_ONCE, after),
        work: async ({ session_id }) => {
          if (await hasLink(session_id, now())) return;
          const command = { type: 'expire', inactive_since: before.toISOString(), at: now() } as const;
          const expired = await cases.handle(context, session_id, command);
          if (expired.events.length > 0) handled.push(expired);
        },
      });
      return committed(handled.length, ...handled);
    },
  };
}

/**
 * What a case is judged by: the types of its documents as their streams have them, as a rule that is left out would be a
 * document that is let pass; and those a tenant can see besides, for a document that comes meanwhile.
 */
export async function typesFor(
  documentTypes: CaseEndingDeps['documentTypes'],
  { tenant_id, documents }: Case,
): Promise<KnownDocumentType[]> {
  const read = [...new Set(documents.map(({ document_type }) => document_type))];
  const [visible, own] = await Promise.all([
    documentTypes.list({ tenant_id, include_global: true }),
    documentTypes.resolveAll(tenant_id, read),
  ]);
  const others = visible.filter(({ context_id }) => !read.includes(context_id));
  return [...own.values(), ...others];
}
