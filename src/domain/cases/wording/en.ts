import { listed } from './forms.js';
import type { ReasonWords, ReplyWords, Wording } from './wording.js';

const list = (items: readonly string[]): string => listed('en', items);
const again = (type: string, why: string): string => `Please send your ${type} again${why}.`;

const reply: ReplyWords = {
  hello: (agent) => `Hello, this is ${agent}.`,
  asks: (types) =>
    types.length === 0
      ? 'Please send your documents, as pictures or PDF files.'
      : `Please send ${list(types.map((type) => `your ${type}`))}, as pictures or PDF files.`,
  asksSelfie: 'Please send a selfie too: a photo that shows your face alone.',
  helloAgain: 'Hello.',
  welcome: 'You are welcome.',
  help: 'Send documents with a message, or ask what is still needed.',
  helpWithQuestions:
    'Send documents with a message, ask what is still needed, or ask about what was read, such as a date or a number.',
  theDocument: 'The document',
  failed: (file) => `${file} could not be read; please send it again as a sharper picture or another file.`,
  unread: (file) => `${file} is still being read.`,
  unknown: (file) => `${file} does not look like a document that I know.`,
  takenForSelfie: (file) => `${file} does not look like a document that I know, so it is taken for your selfie.`,
  read: (file, type) => `${file} was read as ${type}.`,
  readWithFaults: (file, type, fields) =>
    `${file} was read as ${type}, with something wrong${fields.length > 0 ? ` about its ${list(fields)}` : ''}.`,
  sentBefore: 'It is a file that you sent before.',
  nothingRead: 'No document was read so far.',
  readSoFar: (count) => `Read so far: ${count}.`,
  complete: 'All documents that are needed are here.',
  sideOf: (side, type) => `the ${side} of the ${type}`,
  needed: (missing, here, of) => `Still needed: ${list(missing)} (${here} of ${of} are here).`,
  couldNotBeRead: (types) => `What was sent as ${list(types)} could not be read.`,
  selfieNeeded: 'Still needed: a selfie, a photo that shows your face alone.',
  valueOn: (value, type) => `${value} on the ${type}`,
  valuesAre: (field, values) => `The ${field} is ${list(values)}.`,
  valueNotRead: (field) => `No ${field} was read.`,
  nothingReadFrom: (type) => `Nothing was read from the ${type}.`,
  allRead: (type, values, more) =>
    `Read from the ${type}: ${values.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
  nothingWrong: (type) => `Nothing is wrong with the ${type}.`,
  wrong: (type) => `Something is wrong with the ${type}.`,
  request: {
    unreadable: (type) => again(type, ': it could not be read'),
    cropped: (type) => again(type, ': a part of it is cut off'),
    glare: (type) => again(type, ': light is reflected on it'),
    wrong_document: (type) => again(type, ': another document was sent in its place'),
    wrong_side: (type) => again(type, ': the other side of it was sent'),
    expired: (type) => again(type, ': the one that was sent has expired'),
    too_old: (type) => again(type, ': the one that was sent is too old'),
    missing: (type) => `Please send your ${type}: it has not come yet.`,
    mismatch: (type) => again(type, ': it does not agree with the others'),
    other: (type) => again(type, ''),
  },
};

const SIDES = { front: 'The front', back: 'The back' } as const;

const reason: ReasonWords = {
  noUsableDocument: 'No document could be read as a known type.',
  documentMissing: (types) => `No document of the type ${types.join(' or ')} was collected.`,
  documentUnfinished: 'A document was still being read when the case was completed.',
  documentFailed: 'A document could not be read.',
  documentUnknown: 'A document fits none of the known types.',
  documentDuplicate: 'The same file was uploaded more than once; it counts once.',
  documentReused: (before, type) =>
    `The same file stands for a document of the type ${before} and of the type ${type}.`,
  optionalInvalid: (type) => `A document of the type ${type}, which is not required, breaks validation rules.`,
  superseded: (type) => `A document of the type ${type} broke rules; a later one counts.`,
  replaced: (type) => `A document of the type ${type} was asked for again; a later one counts.`,
  requested: (type) => `A document of the type ${type} was asked for again and has not come.`,
  corrected: (field, type) => `A person corrected ${field} of the document of the type ${type}.`,
  crossMatchNotPossible: (fields) => `No two documents state a field that must match (${fields.join(', ')}).`,
  crossMatchMismatch: (field, types) => `${field} is not the same on all documents (${types.join(', ')}).`,
  crossMatchValueMissing: (type) =>
    `None of the fields that must match could be read from the document of the type ${type}.`,
  valuesDiffer: (type, field) => `Documents of the type ${type} state ${field} differently; the later value counts.`,
  underAge: (type, years) => `The document of the type ${type} says that its holder is under ${years}.`,
  expiresSoon: (type, days) => `The document of the type ${type} is not valid for ${days} days from today.`,
  tooOld: (type, days) => `The document of the type ${type} is dated more than ${days} days ago.`,
  dateMissing: (rule, type) =>
    `${type === undefined ? 'No document has' : `The document of the type ${type} has not`} the date that the rule ${rule} is about.`,
  dateUnclear: (rule, field) => `The rule ${rule} cannot be judged by what was read as ${field}.`,
  confidenceUnread: (field) => `The rule min_confidence cannot be judged, as ${field} was not read.`,
  confidenceUnstated: (field) => `The rule min_confidence cannot be judged, as no document has ${field}.`,
  lowConfidence: (field, least) => `${field} was read with a confidence below ${least}.`,
  expectedNotStated: (field) => `No document states ${field}, which is expected.`,
  expectedMismatch: (field, types) =>
    `${field} is not what is expected (${types.length > 0 ? types.join(', ') : 'the documents'}).`,
  sideMissing: (side, type) =>
    `${side === undefined ? 'One side' : SIDES[side]} of the document of the type ${type} is not there.`,
  forcedOutcome: (decision) => `The case is a trial, and its metadata asks for the outcome ${decision}.`,
  blocklistedPerson: 'The person whom the document names is on the blocklist.',
  blocklistedNumber: 'The number of the document is on the blocklist.',
  sameFile: 'The same file is in another case.',
  sameDocument: 'A document of the same type, number and issuing country is in another case.',
  samePerson: 'A person of the same name and birth date is in another case.',
  ofAnother: "It was another person's there.",
  faceAlike: (type) => `The portrait of the document of the type ${type} and the selfie are alike enough.`,
  faceMismatch: (type) =>
    `The portrait of the document of the type ${type} and the selfie are less alike than the agent demands.`,
  faceNotCompared: {
    no_document: () => 'No faces were compared: there is no identity document.',
    no_selfie: () => 'No faces were compared: there is no selfie.',
    no_portrait: (type) => `No faces were compared: no portrait was found on the document of the type ${type}.`,
    no_face: () => 'No faces were compared: no face was found on the selfie.',
    several_faces: () => 'No faces were compared: the selfie shows several.',
    unreadable: () => 'No faces were compared: a file could not be looked at.',
    no_engine: () => 'No faces were compared: the engine could not look at them.',
    too_many: (type) => `The portrait of the document of the type ${type} was not compared: there are too many.`,
  },
  watchlist: {
    portrait: (type) => `The portrait of the document of the type ${type}`,
    selfie: 'The selfie',
    hit: (face, list) => `${face} is like a face on a watchlist (${list}).`,
    clear: (face, list) => `${face} is like no face on a watchlist (${list}).`,
    notSearched: (face, list) => `${face} was not compared with a watchlist (${list}).`,
    nothingToSearch: (list) => `No face was compared with a watchlist (${list}).`,
    names: {
      politically_exposed_person: 'politically exposed persons',
      sanction_watch: 'sanctioned persons',
      public_figures: 'public figures',
      fraudsters: 'fraudsters',
      celebrity: 'celebrities',
    },
  },
};

/** English. These sentences are promised to integrators: they never change. */
export const en: Wording = { or: 'or', reply, reason, fields: {}, checks: null };
