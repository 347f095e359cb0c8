/** Characters of a masked value that stay readable. */
const SHOWN = 4;

/** All but the last four characters as `*`; four or fewer: all of them. Characters are code points. */
export function maskText(text: string): string {
  const characters = [...text];
  const hidden = characters.length > SHOWN ? characters.length - SHOWN : characters.length;
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}

/** Masks a value and all that is in it, numbers and truth values as their text; null stays null. */
export const maskValue = (value: unknown): unknown => mapTexts(value, maskText);

/**
 * Masks fields in what was read from one document (results, step outputs, violations, or all of them together): the
 * fields themselves by name, and their values wherever else they turn up, such as in a violation's message or in the
 * lines of a machine-readable zone.
 */
export function maskFields<Part>(part: Part, fields: readonly string[]): Part {
  if (fields.length === 0) return part;
  const names = new Set(fields);
  const secrets = new Set<string>();
  collect(part, false, names, secrets);
  const hide = hider(secrets);
  return maskWithin(part, false, names, hide) as Part;
}

/** What was read from one document, and which of its fields are masked. */
export interface MaskedReading {
  part: unknown;
  fields: readonly string[];
}

/**
 * Creates what hides the values of masked fields in texts that speak of several documents: comparisons, reasons,
 * messages. What says where, what or how sure stays; so do numbers and truth values, which are no values there.
 */
export const valueHider = (readings: readonly MaskedReading[]): (<Part>(part: Part) => Part) =>
  textHider(maskedTexts(readings));

/** The texts that `valueHider` hides, each once: for whoever has to hide them where the readings are not at hand any more. */
export function maskedTexts(readings: readonly MaskedReading[]): string[] {
  const texts = new Set<string>();
  for (const { part, fields } of readings) collect(part, false, new Set(fields), texts);
  return [...texts];
}

/** Creates what hides texts that `maskedTexts` gathered, as `valueHider` does. */
export function textHider(texts: readonly string[]): <Part>(part: Part) => Part {
  if (texts.length === 0) return (part) => part;
  const hide = hider(new Set(texts));
  const hideIn = (part: unknown, inFieldMap: boolean): unknown => {
    if (typeof part === 'string') return hide(part);
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map((item) => hideIn(item, false));
    return mapValues(part, (value, key) =>
      // A field can be called like a thing of the service.
      !inFieldMap && (STRUCTURE.has(key) || IDENTITY.has(key))
        ? value
        : hideIn(value, !inFieldMap && FIELD_MAPS.has(key)),
    );
  };
  return (part) => hideIn(part, false) as typeof part;
}

/** Names things of the service, never what a document says. */
const IDENTITY = new Set([
  ...['code', 'decision', 'doc_id', 'documents', 'completed_at', 'decided_at', 'decided_by', 'unmatched', 'id', 'role'],
  ...['created_at', 'doc_ids'],
]);

/** Maps from field name to value, in results and step outputs. */
const FIELD_MAPS = new Set(['extracted', 'raw', 'fields', 'mapped']);

/** Says what, where or how sure, never what a field holds. */
const STRUCTURE = new Set([
  ...['box', 'confidence', 'confidences', 'coordinates', 'document_type', 'field', 'format', 'kind', 'outcome', 'page'],
  ...['rule', 'source', 'sources', 'status', 'tool', 'weight', 'alternatives', 'duration_ms', 'order', 'impossible'],
]);

/** The text of a whole zone or barcode; it holds fields in codes of its own, so nothing of it is shown. */
const WHOLE_TEXTS = new Set(['lines', 'text']);

type Entry = { kind: 'structure' | 'field' | 'whole_text' | 'other'; isFieldMap: boolean };

function classify(key: string, part: unknown, inFieldMap: boolean, names: ReadonlySet<string>): Entry {
  const isFieldMap = !inFieldMap && FIELD_MAPS.has(key) && part !== null && typeof part === 'object';
  if (names.has(key) && !isFieldMap && (inFieldMap || !STRUCTURE.has(key))) return { kind: 'field', isFieldMap };
  if (!inFieldMap && STRUCTURE.has(key)) return { kind: 'structure', isFieldMap };
  if (!inFieldMap && WHOLE_TEXTS.has(key)) return { kind: 'whole_text', isFieldMap };
  return { kind: 'other', isFieldMap };
}

/** What was compared of a masked field, as checks have it: the one of the two values that does not count stands nowhere else. */
const comparedIn = (part: object, names: ReadonlySet<string>): unknown =>
  'field' in part && 'values' in part && typeof part.field === 'string' && names.has(part.field)
    ? part.values
    : undefined;

/** Gathers the texts that the masked fields hold, wherever they stand under their name. */
function collect(part: unknown, inFieldMap: boolean, names: ReadonlySet<string>, secrets: Set<string>): void {
  if (part === null || typeof part !== 'object') return;
  if (Array.isArray(part)) return part.forEach((item) => collect(item, false, names, secrets));
  const compared = comparedIn(part, names);
  if (compared !== undefined) mapTexts(compared, (text) => (addForms(text, secrets), text));
  for (const [key, value] of Object.entries(part)) {
    const { kind, isFieldMap } = classify(key, value, inFieldMap, names);
    if (kind === 'field') mapTexts(value, (text) => (addForms(text, secrets), text));
    else if (kind === 'other') collect(value, isFieldMap, names, secrets);
  }
}

function maskWithin(
  part: unknown,
  inFieldMap: boolean,
  names: ReadonlySet<string>,
  hide: (text: string) => string,
): unknown {
  if (typeof part === 'string') return hide(part);
  if (typeof part === 'number') return hide(String(part)) === String(part) ? part : maskText(String(part));
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((item) => maskWithin(item, false, names, hide));
  const isCompared = comparedIn(part, names) !== undefined;
  return mapValues(part, (value, key) => {
    if (isCompared && key === 'values') return maskValue(value);
    const { kind, isFieldMap } = classify(key, value, inFieldMap, names);
    if (kind === 'structure') return value;
    if (kind === 'field') return maskValue(value);
    if (kind === 'whole_text') return mapTexts(value, (text) => '*'.repeat([...text].length));
    return maskWithin(value, isFieldMap, names, hide);
  });
}

/** A value with every text in it changed, numbers and truth values as their text; what says where it stands stays. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object') return change(typeof value === 'string' ? value : JSON.stringify(value));
  const located = 'box' in value;
  return mapValues(value, (part, key) => (located && STRUCTURE.has(key) ? part : mapTexts(part, change)));
}

const mapValues = (value: object, change: (part: unknown, key: string) => unknown): { [key: string]: unknown } =>
  Object.fromEntries(Object.entries(value).map(([key, part]: [string, unknown]) => [key, change(part, key)]));

/** Upper-case letters and digits alone: how a value looks in a zone, a barcode or another notation. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Adds a text in the forms it can take: as it is, bare, and for an ISO date the orders of digits in use. */
function addForms(text: string, secrets: Set<string>): void {
  if (text.trim() === '') return;
  secrets.add(text.trim());
  const date = /^(\d\d(\d\d))-(\d\d)-(\d\d)$/.exec(text.trim());
  if (!date) return;
  const [, year = '', short = '', month = '', day = ''] = date;
  for (const form of [short + month + day, day + month + year, month + day + year, day + month + short])
    secrets.add(form);
}

/** Fewer bare characters than this say too little to be looked for inside words. */
const LONG_ENOUGH = 4;

/** Hides every secret in a text: where it stands as it is only that, where it stands in another notation the whole text. */
function hider(secrets: ReadonlySet<string>): (text: string) => string {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  const patterns = longestFirst.map((secret) => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const inWords = bare(secret).length >= LONG_ENOUGH;
    return new RegExp(inWords ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
  });
  const bareSecrets = longestFirst.map(bare).filter((secret) => secret.length >= LONG_ENOUGH);
  return (text) => {
    const hidden = patterns.reduce((rest, pattern) => rest.replace(pattern, maskText), text);
    const left = bare(hidden);
    return bareSecrets.some((secret) => left.includes(secret)) ? maskText(hidden) : hidden;
  };
}
