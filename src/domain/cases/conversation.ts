import type { Case } from './case.js';
import type { CaseAgent } from './caseAgent.js';
import type { CaseDocument } from './caseDocument.js';
import { missingSideOf } from './caseProgress.js';
import { answerAbout, answerHeard, sentences, type Speech } from './conversationAnswers.js';
import { selfiesAmong } from './faceQuestion.js';
import { type Askable, askableIn, type Heard, readAmong, type Topic } from './heard.js';
import { DEFAULT_LANGUAGE, fieldIn, type Language, typeIn, wordingOf } from './wording/index.js';
import { languageOf } from './wording/messageLanguage.js';
import { understand } from './wording/understanding.js';
import { UNKNOWN_TYPE } from '../documents/index.js';

/** What a reply was about: the `intent` in its metadata. */
export type Intent = 'greeting' | 'documents' | 'answer' | 'help' | 'thanks' | 'progress';

/** What the agent says. */
export interface Reply {
  content: string;
  metadata: { intent: Intent; heard_by?: 'model' };
}

/** Longest reply, in characters: a case can hold many documents with much to say about each. */
const LONGEST_REPLY = 10_000;

/** From this level on the agent answers questions about what was read. */
const ANSWERING_LEVEL = 3;

/** The first thing an agent says in a case: who it is and what it needs. */
export function greeting(
  agent: Pick<CaseAgent, 'name' | 'required_types' | 'type_names' | 'asks_selfie'>,
  language: Language = DEFAULT_LANGUAGE,
): Reply {
  const { hello, asks, asksSelfie } = wordingOf(language).reply;
  const types = agent.required_types.map((type) => typeIn(language, type, agent.type_names));
  const selfie = agent.asks_selfie ? asksSelfie : '';
  return { content: sentences(hello(agent.name), asks(types), selfie), metadata: { intent: 'greeting' } };
}

/**
 * Answers a message from templates: what came of the documents that were sent with it, a question about what was read
 * (from intelligence level 3 on), and always what is still needed. Values of masked fields are masked in it. The answer is in the language
 * of the message where that can be told, else in that of the case.
 *
 * @param theCase the case after the documents of the message were read
 * @param received the documents that came with the message
 * @param heard what a language model takes the message for, where `unheardIn` says that the templates cannot tell
 */
export function replyTo(
  theCase: Pick<Case, 'agent' | 'documents' | 'progress'> & { language?: Language | null },
  message: string,
  received: readonly CaseDocument[],
  heard?: Heard,
): Reply {
  const language = languageOf(message) ?? theCase.language ?? DEFAULT_LANGUAGE;
  const say = wordingOf(language).reply;
  const said = { language, own: theCase.agent.type_names };
  const selfies = theCase.agent.asks_selfie ? selfiesAmong(theCase.documents) : undefined;
  const stands = sentences(progressSentence(theCase, said), selfies?.length === 0 ? say.selfieNeeded : '');
  const reply = (intent: Intent, ...parts: string[]): Reply => ({
    content: sentences(...parts, stands).slice(0, LONGEST_REPLY),
    metadata: { intent },
  });
  const answered = (answer: string): Reply => ({
    content: answer.slice(0, LONGEST_REPLY),
    metadata: { intent: 'answer' },
  });
  const receivedAs = (one: CaseDocument): string =>
    selfies?.includes(one) ? say.takenForSelfie(one.filename ?? say.theDocument) : documentSentence(one, said);
  if (received.length > 0) return reply('documents', ...received.map(receivedAs));
  const answers = doesAnswer(theCase.agent);
  const answer = answers && answerAbout(theCase.documents, message, said);
  if (answer) return answered(answer);
  const help = answers ? say.helpWithQuestions : say.help;
  const byTopic = { thanks: [say.welcome], help: [help], progress: [], greeting: [say.helloAgain] };
  const topic = topicOf(language, message);
  if (topic) return reply(topic, ...byTopic[topic]);
  if (!heard) return reply('help', help);
  const found = answers && answerHeard(theCase.documents, heard, said);
  const talk = isOfTalk(heard.topic) ? reply(heard.topic, ...byTopic[heard.topic]) : undefined;
  const by = found ? answered(found) : talk;
  if (!by) return reply('help', help);
  return { content: by.content, metadata: { ...by.metadata, heard_by: 'model' } };
}

const doesAnswer = ({ intelligence_level }: Pick<CaseAgent, 'intelligence_level'>): boolean =>
  intelligence_level >= ANSWERING_LEVEL;

type Talk = Exclude<Topic, 'everything' | 'problems'>;

const isOfTalk = (topic: Topic | null): topic is Talk =>
  topic !== null && topic !== 'everything' && topic !== 'problems';

/** What a message is about by the words of its language. */
function topicOf(language: Language, message: string): Talk | undefined {
  const { by, text } = understand(language, message);
  if (by.thanks.test(text)) return 'thanks';
  if (by.help.test(text)) return 'help';
  if (by.progress.test(text)) return 'progress';
  return by.hello.test(text) ? 'greeting' : undefined;
}

/**
 * What a message could be about that `replyTo` can only answer with help, as its words say nothing to the templates; undefined where they do, or documents came with it.
 */
export function unheardIn(
  theCase: Pick<Case, 'agent' | 'documents'> & { language?: Language | null },
  message: string,
  received: readonly CaseDocument[],
): Askable | undefined {
  const language = languageOf(message) ?? theCase.language ?? DEFAULT_LANGUAGE;
  if (received.length > 0 || message.trim() === '' || topicOf(language, message)) return undefined;
  const answers = doesAnswer(theCase.agent);
  const said = { language, own: theCase.agent.type_names };
  if (answers && answerAbout(theCase.documents, message, said)) return undefined;
  return askableIn(theCase, answers);
}

function documentSentence(document: CaseDocument, { language, own }: Speech): string {
  const { filename, status, document_type, valid, violations, duplicate_of } = document;
  const wording = wordingOf(language);
  const say = wording.reply;
  const file = filename ?? say.theDocument;
  if (status === 'failed') return say.failed(file);
  if (status !== 'done') return say.unread(file);
  if (document_type === UNKNOWN_TYPE) return say.unknown(file);
  const type = typeIn(language, document_type, own);
  const broken = [...new Set(violations.map(({ field }) => fieldIn(wording, field)))];
  const read = valid ? say.read(file, type) : say.readWithFaults(file, type, broken);
  return sentences(read, duplicate_of === null ? '' : say.sentBefore);
}

/** What is still needed, or that all is there. */
function progressSentence(
  { progress, documents }: Pick<Case, 'progress' | 'documents'>,
  { language, own }: Speech,
): string {
  const { required, missing, failed, complete } = progress;
  const say = wordingOf(language).reply;
  const named = (types: readonly string[]): string[] => types.map((type) => typeIn(language, type, own));
  if (required.length === 0) {
    const read = readAmong(documents);
    return read.length === 0 ? say.nothingRead : say.readSoFar(read.length);
  }
  if (complete) return say.complete;
  const lacking = missing.map((entry) => {
    const { type, side } = missingSideOf(entry);
    const name = typeIn(language, type, own);
    return side === undefined ? name : say.sideOf(side, name);
  });
  const needed = say.needed(lacking, required.length - missing.length, required.length);
  return sentences(needed, failed.length > 0 ? say.couldNotBeRead(named(failed)) : '');
}
