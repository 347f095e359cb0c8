import { v7 as newId } from 'uuid';
import type { Case } from '../../domain/cases/case.js';
import type { AgentDefinition } from '../../domain/agents/index.js';
import { typeOfName } from '../../domain/cases/caseAgent.js';
import type { CaseOpening, ReceivedDocument } from '../../domain/cases/caseCommand.js';
import {
  caseReference,
  caseReferenceStream,
  type CaseReferenceCommand,
  type CaseReferenceState,
} from '../../domain/cases/caseReference.js';
import { assertExpected, type ExpectedData } from '../../domain/cases/expectedData.js';
import { talks } from '../../domain/cases/caseRules.js';
import type { Language } from '../../domain/cases/wording/index.js';
import { greeting } from '../../domain/cases/conversation.js';
import { replaysOfCase, replaysOfCaseStream } from '../../domain/cases/replaysOfCase.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Metadata } from '../../domain/core/metadata.js';
import type { Clock } from '../../platform/clock.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import { committed, type CommandHandler, type Loaded } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { caseIn, type CaseHandler } from './caseHandler.js';
import { createOpenableAgents, type OpenableAgentsDeps } from './openableAgents.js';

/** A case to open. */
export interface OpenCase {
  tenant_id: string;
  goal: string;
  client_reference_id?: string | null;
  /** What the caller hangs on it. */
  metadata?: Metadata | undefined;
  /** What its documents are expected to say. */
  expected?: ExpectedData | undefined;
  /** In which it is spoken; English where it is left out. */
  language?: Language | undefined;
  /** Id that the case is to have: opening with it again gives the case that was opened with it. */
  session_id?: string | undefined;
}

/** Opens cases. */
export interface CaseOpener {
  /**
   * Opens a case for the agent of a goal. Where the tenant has a case with that reference, that one is the answer, as it
   * is and whatever its goal; of many at the same time one opens it. The reference of an erased case is free. Trials have references of
   * their own: what a test key opened is never the answer to another key, nor the other way round.
   * @throws DomainError `invalid`, `not_found` for an unknown goal, `rule_broken` for an agent that is not deployed or cannot work
   */
  open(context: CommandContext, input: OpenCase): Promise<Committed<{ case: Case; created: boolean }>>;
  /**
   * Opens a case that does another one again, with the agent of now. Its documents wait for a worker. With the
   * id of a case that was opened by it before, that case is the answer.
   * @throws DomainError `not_found` for an unknown case or one whose agent is gone, `rule_broken`, `conflict` for an erased one
   */
  replay(context: CommandContext, session_id: string, new_id?: string): Promise<Committed<Case>>;
}

/** What opening stands on. */
export interface CaseOpenerDeps extends OpenableAgentsDeps {
  handler: CommandHandler;
  cases: CaseHandler;
  keyedHash: KeyedHash;
  clock: Clock;
}

/** Creates what opens cases. */
export function createCaseOpener(deps: CaseOpenerDeps): CaseOpener {
  const { cases, agents, clock } = deps;
  const openable = createOpenableAgents(deps);
  const references = createReferences(deps);

  /** Opens the case, unless one was opened with its id: then that one is the answer. */
  const append = async (context: CommandContext, opening: CaseOpening) => {
    const trial = context.mode === 'test' ? { mode: context.mode } : {};
    const said = { ...opening, ...greetingIn(opening), ...trial };
    const command = { type: 'open', opening: said, at: clock().toISOString() } as const;
    try {
      const opened = await cases.handle({ ...context, tenant_id: opening.tenant_id }, opening.session_id, command);
      return committed({ case: caseIn(opened.state), created: true }, opened);
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'conflict')) throw error;
      return committed({ case: caseIn((await cases.load(opening.session_id)).state), created: false });
    }
  };

  return {
    async open(context, { tenant_id, goal, client_reference_id = null, session_id = newId(), ...input }) {
      if (input.expected) assertExpected(input.expected);
      const looking = openable.ofGoal(tenant_id, goal, context.mode);
      const opening = { tenant_id, goal, client_reference_id, ...besides(input) };
      if (client_reference_id === null) {
        const opened = await append(context, { ...opening, session_id, agent: await looking });
        return { ...opened, value: { ...opened.value, created: true } };
      }
      // Nearly every reference is a new one: whether it is, reserving it tells at once. One that is not is looked at, whatever the goal.
      const reserving = { tenant_id, session_id, instead_of: null };
      const isNew = await looking.then(
        () => references.reserveNew(context, client_reference_id, reserving),
        () => false,
      );
      if (isNew) return append(context, { ...opening, session_id, agent: await looking });
      const existing = await references.find(context, tenant_id, client_reference_id);
      if (existing && (isKept(context, existing) || existing.session_id === session_id)) {
        return committed({ case: existing, created: existing.session_id === session_id });
      }
      const agent = await looking;
      const instead = { ...reserving, instead_of: existing?.session_id ?? null };
      const reserved = await references.reserve(context, client_reference_id, instead);
      return append(context, { ...opening, session_id: reserved, agent });
    },

    async replay(context, session_id, new_id = newId()) {
      const { state, mode } = await cases.load(session_id);
      const before = caseIn(state);
      if (before.erased) throw new DomainError('conflict', 'The case was erased, so it cannot be replayed');
      const found = await agents.find(before.agent.id);
      if (!found) throw new DomainError('not_found', `The agent ${before.goal} of the case is not there any more`);
      const { tenant_id } = before;
      const forCase = { ...context, tenant_id, mode: context.mode ?? mode };
      const { agent, definition } = await openable.check(found, forCase.mode);
      await planReplay(deps, forCase, session_id, new_id);
      const opened = await append(forCase, {
        ...{ session_id: new_id, tenant_id, goal: agent.goal, client_reference_id: null, agent },
        ...besides(before),
        replay: { of: session_id, documents: before.documents.map((document) => again(document, definition)) },
      });
      return { ...opened, value: opened.value.case };
    },
  };
}

/** What an agent that talks says first. */
const greetingIn = ({ agent, language }: CaseOpening) =>
  talks(agent) ? { greeting: { message_id: newId(), ...greeting(agent, language) } } : {};

/** What its opener says of a case besides, where anything was said. */
const besides = ({
  metadata,
  expected,
  language,
}: { [Key in 'metadata' | 'expected' | 'language']?: Case[Key] | undefined }) => ({
  ...(metadata && { metadata }),
  ...(expected && { expected }),
  // English is said, too: where nobody chose, the page of a link speaks as the browser of its customer does.
  ...(language && { language }),
});

/** Says which case is going to do a case again, before that one copies anything: whoever erases the case must find it. */
const planReplay = (
  { handler, clock }: Pick<CaseOpenerDeps, 'handler' | 'clock'>,
  context: CommandContext,
  session_id: string,
  replay_id: string,
) =>
  handler.handle({
    ...{ stream: replaysOfCaseStream(session_id), decider: replaysOfCase, context },
    command: { type: 'plan', session_id, replay_id, at: clock().toISOString() },
  });

/** The same file, to be read as a document of another case. */
const again = (
  { filename, label, object_key: key, sha256, size_bytes: size, mime_type }: Case['documents'][number],
  definition: AgentDefinition,
): ReceivedDocument => ({
  ...{ doc_id: newId(), filename: filename ?? '', label, mime_type, object: { key, sha256, size } },
  expected_type: label === null ? null : (typeOfName(definition, label) ?? null),
});

type Reservation = Omit<CaseReferenceCommand, 'type' | 'at'>;

const isTrial = ({ mode }: { mode?: Case['mode'] | undefined }): boolean => mode === 'test';

/** Whether a case keeps its reference from others. Trials had the references of all others once: one of that time keeps none from these. */
const isKept = (context: CommandContext, existing: Case): boolean =>
  !existing.erased && isTrial(existing) === isTrial(context);

/** Which case a caller's reference was given to. */
function createReferences({ handler, cases, keyedHash, clock }: CaseOpenerDeps) {
  const streamOf = async (context: CommandContext, tenant_id: string, reference: string): Promise<string> => {
    const purpose = isTrial(context) ? 'case reference of a trial' : 'case reference';
    return caseReferenceStream(tenant_id, (await keyedHash(purpose, reference)).toString('hex'));
  };

  const load = async (context: CommandContext, tenant_id: string, reference: string) =>
    (await handler.load(await streamOf(context, tenant_id, reference), caseReference)).state;

  const handle = async (
    context: CommandContext,
    reference: string,
    reservation: Reservation,
    known?: Loaded<CaseReferenceState>,
  ) =>
    handler.handle({
      ...{ stream: await streamOf(context, reservation.tenant_id, reference), decider: caseReference },
      context: { ...context, tenant_id: reservation.tenant_id },
      command: { type: 'reserve', ...reservation, at: clock().toISOString() },
      ...(known && { known }),
    });

  return {
    /** The case that was opened with a reference. */
    async find(context: CommandContext, tenant_id: string, reference: string): Promise<Case | undefined> {
      const reserved = await load(context, tenant_id, reference);
      if (reserved.status === 'free') return undefined;
      const { state } = await cases.load(reserved.session_id);
      // One that was reserved and never opened is opened by whoever comes next.
      return state.status === 'not_opened' ? undefined : caseIn(state);
    },

    /** Reserves a reference where it was never given to a case; false where it was. */
    async reserveNew(context: CommandContext, reference: string, reservation: Reservation): Promise<boolean> {
      try {
        await handle(context, reference, reservation, { state: caseReference.initial, revision: 'no_stream' });
        return true;
      } catch (error) {
        if (error instanceof DomainError && error.reason === 'conflict') return false;
        throw error;
      }
    },

    /** The id that the case of a reference has or is to have: this one, where the reference is free. */
    async reserve(context: CommandContext, reference: string, reservation: Reservation): Promise<string> {
      try {
        await handle(context, reference, reservation);
        return reservation.session_id;
      } catch (error) {
        if (!(error instanceof DomainError && error.reason === 'conflict')) throw error;
        const reserved = await load(context, reservation.tenant_id, reference);
        if (reserved.status === 'free') throw error;
        return reserved.session_id;
      }
    },
  };
}
