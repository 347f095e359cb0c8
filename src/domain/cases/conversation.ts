import type { Case } from './case.js';
import type { CaseAgent } from './caseAgent.js';
import { UNKNOWN_TYPE, type CaseDocument } from './caseDocument.js';
import { answerAbout } from './conversationAnswers.js';
import { listed, named, sentences } from './conversationWords.js';

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

const HELLO = /^\W*(hi|hello|hey|good (morning|afternoon|evening|day)|hallo|bonjour|hola|ciao|ol[aá])\b/iu;
const THANKS = /\b(thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa])\b/iu;
const HELP = /\b(help|what can you do|how does (this|it) work|how do i|hilfe|aide|ayuda)\b/iu;
const PROGRESS =
  /\b(status|progress|missing|still|need(ed|s)?|left|remaining|next|done|finished|complete[d]?|enough|everything|which documents?|what documents?)\b/iu;

/** The first thing an agent says in a case: who it is and what it needs. */
export function greeting(agent: Pick<CaseAgent, 'name' | 'required_types'>): Reply {
  const required = agent.required_types;
  const asks =
    required.length === 0
      ? 'Please send your documents, as pictures or PDF files.'
      : `Please send ${listed(required.map((type) => `your ${named(type)}`))}, as pictures or PDF files.`;
  return { content: sentences(`Hello, this is ${agent.name}.`, asks), metadata: { intent: 'greeting' } };
}

/**
 * Answers a message from templates: what came of the documents that were sent with it, a question about what was read
 * (from intelligence level 3 on), and always what is still needed. Values of masked fields are masked in it.
 *
 * @param theCase the case after the documents of the message were read
 * @param received the documents that came with the message
 */
export function replyTo(
  theCase: Pick<Case, 'agent' | 'documents' | 'progress'>,
  message: string,
  received: readonly CaseDocument[],
): Reply {
  const reply = (intent: Intent, ...parts: string[]): Reply => ({
    content: sentences(...parts, progressSentence(theCase)).slice(0, LONGEST_REPLY),
    metadata: { intent },
  });
  if (received.length > 0) return reply('documents', ...received.map(documentSentence));
  if (theCase.agent.intelligence_level >= ANSWERING_LEVEL) {
    const answer = answerAbout(theCase.documents, message);
    if (answer) return { content: answer.slice(0, LONGEST_REPLY), metadata: { intent: 'answer' } };
  }
  if (THANKS.test(message)) return reply('thanks', 'You are welcome.');
  if (HELP.test(message)) return reply('help', helpSentence(theCase.agent));
  if (PROGRESS.test(message)) return reply('progress');
  if (HELLO.test(message)) return reply('greeting', 'Hello.');
  return reply('help', helpSentence(theCase.agent));
}

const helpSentence = (agent: Pick<CaseAgent, 'intelligence_level'>): string =>
  agent.intelligence_level >= ANSWERING_LEVEL
    ? 'Send documents with a message, ask what is still needed, or ask about what was read, such as a date or a number.'
    : 'Send documents with a message, or ask what is still needed.';

function documentSentence({ filename, status, document_type, valid, violations, duplicate_of }: CaseDocument): string {
  const file = filename ?? 'The document';
  if (status === 'failed')
    return `${file} could not be read; please send it again as a sharper picture or another file.`;
  if (status !== 'done') return `${file} is still being read.`;
  if (document_type === UNKNOWN_TYPE) return `${file} does not look like a document that I know.`;
  const again = duplicate_of === null ? '' : ' It is a file that you sent before.';
  if (valid) return `${file} was read as ${named(document_type)}.${again}`;
  const broken = [...new Set(violations.map(({ field }) => named(field)))];
  const about = broken.length > 0 ? ` with something wrong about its ${listed(broken)}` : ' with something wrong';
  return `${file} was read as ${named(document_type)},${about}.${again}`;
}

/** What is still needed, or that all is there. */
function progressSentence({ progress, documents }: Pick<Case, 'progress' | 'documents'>): string {
  const { required, collected, missing, failed, complete } = progress;
  if (required.length === 0) {
    const read = documents.filter(({ status, document_type }) => status === 'done' && document_type !== UNKNOWN_TYPE);
    return read.length === 0 ? 'No document was read so far.' : `Read so far: ${read.length}.`;
  }
  if (complete) return 'All documents that are needed are here.';
  const tried = failed.length > 0 ? ` What was sent as ${listed(failed.map(named))} could not be read.` : '';
  return `Still needed: ${listed(missing.map(named))} (${collected.length} of ${required.length} are here).${tried}`;
}
