import type { Case } from './case.js';
import type { CaseAgent } from './caseAgent.js';
import type { CaseDocument } from './caseDocument.js';
import { missingSideOf } from './caseProgress.js';
import { answerAbout, sentences, type Speech } from './conversationAnswers.js';
import { selfiesAmong } from './faceQuestion.js';
import { DEFAULT_LANGUAGE, fieldIn, type Language, typeIn, wordingOf } from './wording/index.js';
import { languageOf } from './wording/messageLanguage.js';
import { understand } from './wording/understanding.js';
import { UNKNOWN_TYPE } from '../documents/index.js';

/** What a reply was about: the `intent` in its metadata. */
export type Intent = 'greeting' | 'documents' | 'answer' | 'help' | 'thanks' | 'progress';

/** What the agent says. */
export interface Reply {
  content: string;
  metadata: { intent: Intent };
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
 */
export function replyTo(
  theCase: Pick<Case, 'agent' | 'documents' | 'progress'> & { language?: Language | null },
  message: string,
  received: readonly CaseDocument[],
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
  const receivedAs = (one: CaseDocument): string =>
    selfies?.includes(one) ? say.takenForSelfie(one.filename ?? say.theDocument) : documentSentence(one, said);
  if (received.length > 0) return reply('documents', ...received.map(receivedAs));
  const answers = theCase.agent.intelligence_level >= ANSWERING_LEVEL;
  if (answers) {
    const answer = answerAbout(theCase.documents, message, said);
    if (answer) return { content: answer.slice(0, LONGEST_REPLY), metadata: { intent: 'answer' } };
  }
  const help = answers ? say.helpWithQuestions : say.help;
  const { by, text } = understand(language, message);
  if (by.thanks.test(text)) return reply('thanks', say.welcome);
  if (by.help.test(text)) return reply('help', help);
  if (by.progress.test(text)) return reply('progress');
  if (by.hello.test(text)) return reply('greeting', say.helloAgain);
  return reply('help', help);
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
    const read = documents.filter(({ status, document_type }) => status === 'done' && document_type !== UNKNOWN_TYPE);
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
