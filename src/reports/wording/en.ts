import type {
  CoverWords,
  DocumentWords,
  FaceWords,
  FindingWords,
  HistoryWords,
  ReportWording,
  TimelineWords,
} from './reportWording.js';

const documentsOf = (numbers: readonly string[]): string =>
  `${numbers.length === 1 ? 'document' : 'documents'} ${numbers.join(', ')}`;

const cover: CoverWords = {
  title: 'Verification report',
  outcomes: {
    approved: 'Approved',
    review: 'In review',
    denied: 'Denied',
    failed: 'Failed',
    none: 'Expired without a decision',
  },
  afterReview: (outcome, author, time) => `${outcome} after review by ${author} on ${time}.`,
  saidWith: (author, key) => `${author}, as said with the ${key},`,
  erased: 'What the case held was erased; this is what is still known of it.',
  approved: (time) => `Approved by the rules of the agent on ${time}; nothing called for a review.`,
  review: (time) => `Completed on ${time}; a person has to approve or deny it.`,
  failed: (time) => `Completed on ${time}; there was nothing to decide on.`,
  denied: (time) => `Denied by the rules of the agent on ${time}.`,
  expired: (time) => `Nothing happened in the case for too long; it expired on ${time}.`,
  case: 'Case',
  clientReference: 'Client reference',
  tenant: 'Tenant',
  platform: 'platform',
  agent: 'Agent',
  agentAndVersion: (name, version) => `${name}, version ${version}`,
  askedFor: 'Documents asked for',
  nothingInParticular: 'none in particular',
  opened: 'Opened',
  completed: 'Completed',
  decided: 'Decided',
  lastChange: 'Last change',
  made: 'Report made',
  replayOf: 'Replay of',
  documentsRead: 'Documents read',
  typesCollected: 'Types collected',
  any: 'any',
  rulesKept: 'Rules kept',
  documentsAgree: 'Documents agree',
  notCompared: 'not compared',
  of: (count, all) => `${count} of ${all}`,
  reasons: 'Reasons',
  effect: 'Effect',
  effects: { failed: 'Fails', denied: 'Denies', review: 'Review', note: 'Note' },
  reason: 'Reason',
  parties: 'Parties',
  roles: { holder: 'Holder', company: 'Company', employer: 'Employer' },
  namedBy: (role, documents) => `${role}, named by ${documents}`,
  documentsOf,
  alsoWritten: 'Also written',
};

const documents: DocumentWords = {
  explanation:
    'Confidence is the share of values read like this one that are right, as far as that was measured. The place of a ' +
    'value is its page, and how far it stands from the left and from the top of the page.',
  none: 'No document was received.',
  fitsNoType: 'Fits no known type',
  couldNotBeRead: 'Could not be read',
  notRead: 'Not read',
  failed: 'Failed',
  rulesKept: 'Rules kept',
  rulesBroken: 'Rules broken',
  notJudged: 'Not judged',
  statuses: { pending: 'Pending', processing: 'Processing' },
  file: 'File',
  received: 'Received',
  read: 'Read',
  sentAs: 'Sent as',
  typeAndConfidence: (type, confidence) => `${type}, confidence ${confidence}`,
  knownBy: 'Known by',
  evidence: null,
  sameFileAs: 'Same file as',
  documentOf: (number) => `document ${number}`,
  pages: 'Pages',
  firstPages: (read, all) => `the first ${read} of ${all} were read`,
  error: 'Error',
  failures: null,
  notMeasured: 'How often values on documents of this type are right was not measured.',
  notFound: (fields) => `Looked for and not found: ${fields}.`,
  printed: (text) => `printed ${text}`,
  masked: 'masked',
  sources: { mrz: 'MRZ', barcode: 'Barcode', text_layer: 'PDF text', ocr: 'OCR', person: 'Person', model: 'Model' },
  page: (number) => `p. ${number}`,
  brokenRules: (count) => `${count} broken rule${count === 1 ? '' : 's'}`,
  noPicture: 'No picture',
  picture: (page, coarse) => `Page ${page}${coarse ? '. Coarse, as it shows masked values' : ''}`,
  leftOut: (count) =>
    `A report holds three pictures of a document at most, and twenty in all: ${count} more ` +
    `${count === 1 ? 'page has' : 'pages have'} something to show and stand without.`,
  marks: {
    read: 'a value was read here',
    doubt: 'a check found something doubtful here',
    found: 'a check found something here',
  },
  checks: 'Checks',
  checkNames: null,
  checkSaid: null,
  checkStatuses: { failed: 'found', warned: 'doubtful', passed: 'passed', not_run: 'not run' },
  weights: { info: 'info', weak: 'weak', moderate: 'moderate', strong: 'strong' },
  notLookedAt: (checks) => `Not looked at: ${checks}.`,
  lookedFor: 'Looked for',
  outcome: 'Outcome',
  weight: 'Weight',
  whatWasFound: 'What was found',
};

const faces: FaceWords = {
  title: 'Faces',
  says: 'The portrait of each identity document beside the selfie, by the similarity of the two faces: 0 to 1, not a share of certainty.',
  ...{ portrait: 'Portrait', selfie: 'Selfie', outcome: 'Outcome' },
  statuses: { passed: 'alike', failed: 'not alike', not_run: 'not compared' },
  ...{
    similarity: 'Similarity',
    threshold: 'Needed',
    far: 'Strangers who reach it',
    notMeasured: 'not measured',
    networks: 'Networks',
  },
  watchlists: {
    title: 'Watchlists',
    says: 'Each face of the case beside the faces on watchlists. A hit is a hint for a person who looks at it, and no proof: who is on the list is not in this report.',
    statuses: { passed: 'no hit', failed: 'hit', not_run: 'not looked for' },
    ...{ compared: 'Faces on the list', strangers: 'Strangers to be expected' },
  },
};

const findings: FindingWords = {
  validation: 'Validation',
  validationSays:
    'The documents that count, by the rules of their type when they were read, and when the case was completed.',
  whenRead: 'When read',
  atCompletion: 'At completion',
  whatWasBroken: 'What was broken',
  kept: 'kept',
  broken: 'broken',
  crossMatch: 'Cross-match',
  notCompared: 'The documents were not compared: the agent names no fields, or there were too few.',
  crossMatchSays: 'What the documents say of the same thing, and how alike every two of them are: 100 % is the same.',
  unmatched: (numbers) => `Nothing ties these documents to the others: ${numbers}.`,
  agrees: (least) => `agrees, ${least} at the lowest`,
  differs: (least) => `differs, ${least} at the lowest`,
  statedByFew: 'stated by fewer than two documents',
  kinds: { name: 'name', date: 'date', number: 'number', address: 'address', text: 'text' },
  with: (number) => `with ${number}`,
  likeness: 'Likeness',
  differing: 'Documents of one type that state a field differently; the later value counts.',
  documentAndValue: 'Document: value',
  replay: 'Replay',
  replaySays: (session_id) => `This case reads the documents of the case ${session_id} again.`,
  whatChanged: 'What changed',
};

const history: HistoryWords = {
  trail: 'Decision trail',
  timeline: 'Timeline',
  timelineSays: 'Every event of the case, in the order in which it was stored. Events are never changed or removed.',
  number: 'No.',
  time: 'Time',
  whatHappened: 'What happened',
  eventBy: (type, actor) => `${type}, by ${actor}`,
  integrity: 'Integrity',
  integritySays:
    'SHA-256 throughout. The hash of a document is that of the file as it was uploaded. The hash of the history covers ' +
    'every stored event of the case, each hashed together with the hash before it. The hash of the report covers the ' +
    'same facts in JSON; they are attached to this PDF as report.json and served by the API.',
  report: 'Report',
  history: 'History',
  events: (count, stream) => `${count} events of the stream ${stream}`,
  log: 'Log',
  logRoot: (events, signedAt) => `Root of the tree over ${events} events, signed ${signedAt}`,
};

const saidBy = (by: string | null): string => (by ? ` by ${by}` : '');

const timeline: TimelineWords = {
  opened: (agent, version) => `The case was opened for the agent ${agent}, version ${version}`,
  replayRequested: (session_id) => `The case does again what the case ${session_id} did`,
  replayCompared: 'The outcome of the replay was set beside the earlier one',
  received: (number, mime_type, sameAs) =>
    `Document ${number} was received (${mime_type})${sameAs === undefined ? '' : `; its content is that of document ${sameAs}`}`,
  readAsNothing: (number) => `Document ${number} was read and fits no known type`,
  read: (number, type, confidence) =>
    `Document ${number} was read as ${type}${confidence && `, confidence ${confidence}`}`,
  failed: (number, reason) => `Document ${number} could not be read (${reason})`,
  shownToModel: (number) => `Document ${number} was shown to a language model`,
  wordsShownToModel: 'What was written was shown to a language model',
  completed: (status) => `The case was completed; its status became ${status}`,
  decided: (decision, by) => `The case was ${decision === 'approve' ? 'approved' : 'denied'}${saidBy(by)}`,
  assigned: (assignee) =>
    assignee === null ? 'The case was assigned to nobody' : `The case was assigned to ${assignee}`,
  noted: (by) => `A note was written${saidBy(by)}`,
  hit: 'A face that joined a watchlist is like one of the case',
  requested: (items, by) =>
    `The case collects again: asked for ${items.map(({ type, code }) => `${type} (${code})`).join(', ')}${saidBy(by)}`,
  corrected: (number, fields, by) =>
    `What was read from document ${number} was corrected: ${fields.join(', ')}${saidBy(by)}`,
  expired: 'The case expired: nothing happened in it for too long',
  messageReceived: 'A message was received',
  messageSent: 'The agent sent a message',
  erased: (reason) => `What was read and said in the case, and its documents, were erased${WHY[reason]}`,
};

const WHY = {
  person_asked: ', as the person asked for it',
  retention_ended: ', as they were not to be kept any longer',
  opened_by_mistake: ', as the case was opened by mistake',
  other: '',
};

/** English. */
export const en: ReportWording = {
  ...{ cover, documents, faces, findings, history, timeline },
  ...{ yes: 'yes', no: 'no', document: 'Document', documentsTitle: 'Documents', documentType: 'Document type' },
  ...{ type: 'Type', field: 'Field', value: 'Value', confidence: 'Confidence', source: 'Source', place: 'Place' },
  units: { bytes: 'bytes', kB: 'kB', MB: 'MB' },
  apiKey: (name) => `API key ${name}`,
  titleOf: (session_id) => `Verification report ${session_id}`,
  subject: (agent) => `Case of the agent ${agent}`,
  attachment: 'The facts of this report',
  footer: (session_id, hash) => `Confidential: personal data · case ${session_id} · report ${hash}`,
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
  beyondFonts:
    'Some values are written in other scripts than Latin, Greek and Cyrillic. Letters that the fonts of this page lack ' +
    'stand as empty boxes; the attached report.json holds all of them.',
};
