import { type Case, caseStream, type Heard } from '../../domain/cases/index.js';
import { unheardIn } from '../../domain/cases/conversation.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import type { ModelAsked } from '../../domain/documents/index.js';
import type { Listener } from '../../engines/language/listener.js';

/** What hearing stands on. */
export interface HearMessageDeps {
  /** Absent where there is no language model. */
  listener?: Listener | undefined;
}

/**
 * What a language model takes a message for, where the agent's own words do not cover it and one may be asked: what is understood without one is shown to none.
 * @returns nothing where none was asked; what it was shown, also where it said nothing
 */
export async function hearMessage(
  { listener }: HearMessageDeps,
  theCase: Case,
  { content, received }: { content: string; received: readonly CaseDocument[] },
): Promise<{ heard?: Heard; model_asked?: ModelAsked }> {
  const { agent, tenant_id, session_id } = theCase;
  if (!listener?.mayHear(agent.allow_cloud)) return {};
  const askable = unheardIn(theCase, content, received);
  if (!askable) return {};
  return listener.hear({ tenant_id, told_in: { stream: caseStream(session_id) }, message: content, askable });
}
