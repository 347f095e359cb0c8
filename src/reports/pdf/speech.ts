import { dated, fieldIn, type Language, localeOf, wordingOf } from '../../domain/cases/index.js';
import { isCheckCode } from '../../domain/documents/index.js';
import type { CaseReport } from '../caseReport.js';
import { type ReportWording, reportWordingOf } from '../wording/index.js';
import { inWords, printable } from './printable.js';

/** How a report is put into words: those of its language, and its ways of writing dates, numbers and names. */
export interface Speech {
  words: ReportWording;
  /** `21 Nov 2026, 09:31:12 UTC`; `–` where there is no time. */
  time(timestamp: string | null): string;
  /** `1.4 MB`. */
  size(bytes: number): string;
  /** A share of one as `99.8 %`; never rounded up to certainty. */
  percent(share: number): string;
  /** A measure with four digits at most, such as a similarity. */
  measure(number: number): string;
  /** A value as people write it; a list or an object over several lines. */
  value(value: unknown): string;
  /** A field, as a label. */
  field(name: string): string;
  /** A document type, or several of which one will do, as a label. */
  type(context_id: string): string;
  /** A check by its name. */
  check(code: string): string;
  /** Who did something: `API key 9e107d9d-…`. */
  actor(actor: string | null): string;
  /** Where a value came from. */
  source(source: string | null): string;
}

/** The words for a report: those of its language, with its names of document types. */
export function speechFor({ case: { language }, type_names }: CaseReport): Speech {
  const words = reportWordingOf(language);
  const { or } = wordingOf(language);
  const typeName = (type: string): string =>
    Object.hasOwn(type_names, type) ? asLabel(printable(type_names[type]!)) : inWords(type);
  return {
    words,
    time: (timestamp) => timeIn(language, timestamp),
    size: (bytes) => sizeIn(language, bytes, words.units),
    percent: (share) => `${numberIn(language, Math.floor(share * 1000) / 10)} %`,
    measure: (number) => new Intl.NumberFormat(localeOf(language), { maximumSignificantDigits: 4 }).format(number),
    value: (value) => valueIn(language, value, words),
    field: (name) => fieldLabel(language, name),
    type: (context_id) => context_id.split('|').map(typeName).join(` ${or} `),
    check: (code) =>
      words.documents.checkNames && isCheckCode(code) ? words.documents.checkNames[code] : inWords(code),
    actor: (actor) => actorIn(words, actor),
    source: (source) => (source === null ? '–' : (own(words.documents.sources, source) ?? inWords(source))),
  };
}

const own = (map: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** A name as it stands by itself: with a capital. */
const asLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function timeIn(language: Language, timestamp: string | null): string {
  const at = new Date(timestamp ?? NaN);
  if (Number.isNaN(at.getTime())) return '–';
  const form = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat(localeOf(language), form).format(at)} UTC`;
}

const numberIn = (language: Language, number: number, digits?: number): string =>
  new Intl.NumberFormat(localeOf(language), {
    ...(digits === undefined
      ? { maximumFractionDigits: 1 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  }).format(number);

function sizeIn(language: Language, bytes: number, units: ReportWording['units']): string {
  if (bytes < 1000) return `${bytes} ${units.bytes}`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, units.kB] : [bytes / 1_000_000, units.MB];
  return `${numberIn(language, amount, amount < 10 ? 1 : 0)} ${unit}`;
}

function valueIn(language: Language, value: unknown, words: ReportWording): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((one) => valueIn(language, one, words)).join('\n');
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${printable(name)}: ${valueIn(language, part, words)}`).join(' · ');
  }
  return typeof value === 'string' || typeof value === 'number' ? printable(dated(language, String(value))) : '–';
}

function fieldLabel(language: Language, name: string): string {
  const known = wordingOf(language).fields;
  if (Object.hasOwn(known, name)) return asLabel(fieldIn({ fields: known }, name));
  return inWords(name);
}

function actorIn({ apiKey }: ReportWording, actor: string | null): string {
  if (actor === null) return '–';
  const [kind, ...rest] = actor.split(':');
  const name = printable(rest.join(':'));
  if (kind === 'key') return apiKey(name);
  return kind === 'worker' ? `Attest (${name})` : kind === 'system' ? 'Attest' : printable(actor);
}
