import { distance } from 'fastest-levenshtein';
import {
  allowedActions,
  assertTakes,
  type BuilderActionName,
  type BuilderSession,
  BUILDER_REPLIES,
  type BuilderReplies,
  type ChatIntent,
  foldedWords,
  interpret,
  type Nameable,
  nameableTypes,
  directionTo,
} from '../../domain/agentBuilder/index.js';
import { DomainError } from '../../domain/core/decider.js';
import { memberTypes } from '../../domain/documentTypes/index.js';
import { labelsOfField } from '../../engines/documents/extract/labels/fields/fieldLabels.js';
import { fieldWords } from '../../engines/documents/extract/labels/lexicon.js';
import type { Clock } from '../../platform/clock.js';
import { committedTogether } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import type { DocumentTypeDiscovery } from '../documentTypes/documentTypeDiscovery.js';
import type { AgentBuilderCommands } from './agentBuilderCommands.js';
import { actionsFor } from './chatActions.js';

/** What is said in a session. */
export interface ChatMessage {
  message: string;
  /** Sample documents, whose types are meant to be collected. */
  attachments: readonly Uint8Array[];
}

/** What is answered, and the session as it is then. */
export interface ChatAnswer {
  /** In the language of the message. */
  reply: string;
  session: BuilderSession;
  /** Names of the actions that were done, in their order. */
  actions: BuilderActionName[];
}

/** A conversation with the wizard: sentences and samples become its actions. Neither is kept. */
export interface BuilderChatCommands {
  /**
   * Does what a message asks for, one action after the other, up to the first that is refused; the answer says what was done and what was not.
   * @throws DomainError `not_found`, `conflict` for a session that is over, `invalid` for an attachment that cannot be read
   * @throws EngineUnavailable when attachments are to be read and no engine can be had
   */
  chat(context: CommandContext, id: string, message: ChatMessage): Promise<Committed<ChatAnswer>>;
}

declare module '../core/commands.js' {
  interface Commands {
    builderChat: BuilderChatCommands;
  }
}

/** What the conversation stands on. */
export interface BuilderChatDeps {
  builder: Pick<AgentBuilderCommands, 'find' | 'act'>;
  catalog: Pick<DocumentTypeCatalog, 'list' | 'resolveAll'>;
  discovery: Pick<DocumentTypeDiscovery, 'propose'>;
  clock: Clock;
}

/** Creates the conversation. */
export const createBuilderChatCommands = (deps: BuilderChatDeps): BuilderChatCommands => ({
  async chat(context, id, { message, attachments }) {
    const session = await deps.builder.find(id);
    assertTakes(session, 'cancel', deps.clock().toISOString());
    const types = await typesFor(deps, session);
    const named = nameableTypes(types);
    const { language, intents } = interpret(message, { types: named, fields: await fieldsOf(deps, session) });
    const talk: Talk = {
      deps,
      context,
      id,
      types,
      named,
      words: BUILDER_REPLIES[language],
      session,
      parts: [],
      actions: [],
      said: [],
    };
    // What they are of is all that is needed, and the engine knows that alone.
    const given = { tenant_id: session.tenant_id, samples: attachments, field: 'attachments', alone: true };
    const samples = attachments.length > 0 ? await deps.discovery.propose(context, given) : undefined;
    const attached = samples?.value.proposals.map(({ known }) => known?.context_id) ?? [];
    await follow(talk, [...intents, ...attached.map(added)]);
    attached.forEach((type, index) => type ?? talk.said.push(talk.words.unreadable(index + 1)));
    if (talk.said.length === 0) talk.said.push(talk.words.notUnderstood);
    return committedTogether({ reply: talk.said.join(' '), session: talk.session, actions: talk.actions }, talk.parts);
  },
});

const added = (context_id: string | undefined): ChatIntent | undefined =>
  context_id === undefined ? undefined : { intent: 'add_document_type', context_id };

/** A conversation as far as it is. */
interface Talk {
  deps: BuilderChatDeps;
  context: CommandContext;
  id: string;
  types: KnownDocumentType[];
  named: Nameable[];
  words: BuilderReplies;
  session: BuilderSession;
  parts: Committed<unknown>[];
  actions: BuilderActionName[];
  said: string[];
}

/** Does one intent after the other; what is refused ends it, for what follows may have counted on it. */
async function follow(talk: Talk, intents: readonly (ChatIntent | undefined)[]): Promise<void> {
  for (const [index, intent] of intents.entries()) {
    if (!intent) continue;
    try {
      talk.said.push(answerTo(talk, intent) ?? (await carryOut(talk, intent, index)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      talk.said.push(talk.words.refused(error.message));
      return;
    }
  }
}

/** What is said to a question; undefined for what is to be done. */
function answerTo({ words, types, named, session: { draft } }: Talk, intent: ChatIntent): string | undefined {
  switch (intent.intent) {
    case 'greet':
      return words.hello;
    case 'help':
      return words.help;
    case 'types':
      return words.types(types.slice(0, 12).map(({ display_name }) => display_name).join(', ')); // prettier-ignore
    case 'unknown_type':
      return words.unknownType(intent.said, nearest(intent.said, named, types).join(', '));
    case 'status':
      return statusOf(draft, words);
    default:
      return undefined;
  }
}

function statusOf({ context_ids, goal, name }: BuilderSession['draft'], words: BuilderReplies): string {
  const has = context_ids.length > 0 ? words.has(context_ids.join(', ')) : words.hasNone;
  const needs = [
    ...(goal === null && name === null ? [words.needsName] : []),
    ...(context_ids.length === 0 ? [words.needsType] : []),
  ];
  return `${has} ${needs.length > 0 ? words.missing(needs.join(', ')) : words.nothingMissing}`;
}

/** Goes to where the session takes an action, does it, and says so. */
async function carryOut(talk: Talk, intent: ChatIntent, index: number): Promise<string> {
  const { deps, id, words } = talk;
  let refused: DomainError | undefined;
  // Of a type that is made, the first of its names that nobody has.
  for (const { action, says } of actionsFor(intent, talk.types, words)) {
    await goTo(talk, action.action, index);
    try {
      await act(talk, `${index} ${action.action}`, (context) => deps.builder.act(context, id, action));
      talk.actions.push(action.action);
      return says(talk.session);
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'conflict') throw error;
      refused = error;
    }
  }
  throw refused ?? new Error('Nothing is done for this');
}

/** In a guided session an action is taken at its own step: goes there step by step, as far as each has what it needs. */
async function goTo(talk: Talk, action: BuilderActionName, index: number): Promise<void> {
  for (let moves = 0; moves < 6 && !allowedActions(talk.session).includes(action); moves++) {
    const { step } = talk.session;
    const direction = directionTo(action, step);
    if (!direction) return;
    await act(talk, `${index} ${direction} from ${step}`, (context) =>
      talk.deps.builder.act(context, talk.id, { action: direction }),
    );
    talk.actions.push(direction);
  }
}

async function act(
  talk: Talk,
  part: string,
  work: (context: CommandContext) => Promise<Committed<BuilderSession>>,
): Promise<void> {
  const done = await work(own(talk.context, part));
  talk.parts.push(done);
  talk.session = done.value;
}

/** Each action of a message is a command of its own: a request that is repeated does again only those that were not done. */
const own = (context: CommandContext, part: string): CommandContext => ({
  ...context,
  ...(context.command_id !== undefined && { command_id: derivedId(context.command_id, `chat ${part}`) }),
});

async function typesFor({ catalog }: BuilderChatDeps, { tenant_id }: BuilderSession): Promise<KnownDocumentType[]> {
  const visible = await catalog.list({ tenant_id, include_global: true });
  return visible.filter((type) => type.enabled && memberTypes(type).length === 0);
}

/** The fields of the types that are collected, by their names and the labels that forms print for them. */
async function fieldsOf({ catalog }: BuilderChatDeps, { tenant_id, draft }: BuilderSession): Promise<Nameable[]> {
  const types = await catalog.resolveAll(tenant_id, draft.context_ids);
  const fields = new Set([...types.values()].flatMap(({ output_schema }) => Object.keys(output_schema)));
  return [...fields].map((id) => {
    const called = [id, fieldWords(id), ...labelsOfField(id)].map((words) => foldedWords(words).trim());
    return { id, called: [...new Set(called)].filter((words) => words !== '') };
  });
}

/** The types whose names are most like what was said; at most three, and none that is nothing like it. */
function nearest(said: string, named: readonly Nameable[], types: readonly KnownDocumentType[]): string[] {
  const words = foldedWords(said).trim();
  const likeness = ({ called }: Nameable): number =>
    Math.min(...called.slice(0, 12).map((name) => distance(name, words) / Math.max(name.length, words.length)));
  const scored = named.map((one) => ({ id: one.id, far: likeness(one) })).filter(({ far }) => far < 0.5);
  scored.sort((one, other) => one.far - other.far || (one.id < other.id ? -1 : 1));
  const nameOf = (id: string): string => types.find(({ context_id }) => context_id === id)?.display_name ?? id;
  return scored.slice(0, 3).map(({ id }) => nameOf(id));
}
