import { checkDigit } from './checkDigit.js';
import { mrzDate } from './mrzDate.js';
import type { LayoutCheck, LayoutField, MrzLayout, MrzSpan } from './mrzLayout.js';
import type { MrzCheck, MrzFieldName } from './mrzReading.js';

/** A field as the characters say it, and where they stand. */
export interface ParsedField {
  value: string;
  raw: string;
  span: MrzSpan;
  /** A date that the calendar does not have; `value` is as printed. */
  impossible?: true;
}

/** What the lines of a zone say. */
export interface ParsedMrz {
  fields: { [name in MrzFieldName]?: ParsedField };
  checks: MrzCheck[];
  valid: boolean;
  names_truncated: boolean;
}

const FILLERS_AT_END = /<+$/;

/** The characters of a span. */
export function charactersOf(lines: readonly string[], [line, start, end]: MrzSpan): string {
  return (lines[line] ?? '').slice(start, end);
}

/** A document number longer than its field goes on in the optional data, up to the filler; the last of it is the check digit. */
function continuation(lines: readonly string[], check: LayoutCheck): string | null {
  if (!check.continues || charactersOf(lines, [check.at[0], check.at[1], check.at[1] + 1]) !== '<') return null;
  const rest = charactersOf(lines, check.continues).split('<')[0] ?? '';
  return rest.length > 1 ? rest : null;
}

/** Whether a check digit of the layout holds for these lines. */
export function checkHolds(lines: readonly string[], check: LayoutCheck): boolean {
  const covered = check.over.map((span) => charactersOf(lines, span)).join('');
  const rest = continuation(lines, check);
  if (rest) {
    // Issuers differ on whether the filler between the two parts counts as a position.
    const [digit, more] = [rest.slice(-1), rest.slice(0, -1)];
    return checkDigit(covered + more) === digit || checkDigit(`${covered}<${more}`) === digit;
  }
  const digit = charactersOf(lines, [check.at[0], check.at[1], check.at[1] + 1]);
  if (check.optional && digit === '<') return /^<*$/.test(covered);
  return digit === checkDigit(covered);
}

function nameFrom(raw: string): string {
  return raw.replace(/<+/g, ' ').trim();
}

/** Surname and given names of a names field, parted by the first `<<`. */
function splitNames(raw: string, [line, start]: MrzSpan): { [name in 'surname' | 'given_names']?: ParsedField } {
  const parting = raw.indexOf('<<');
  const at = parting < 0 ? raw.length : parting;
  const names: ReturnType<typeof splitNames> = {};
  if (at > 0)
    names.surname = { value: nameFrom(raw.slice(0, at)), raw: raw.slice(0, at), span: [line, start, start + at] };
  const given = raw.slice(at + 2).replace(FILLERS_AT_END, '');
  const from = start + at + 2;
  if (given) names.given_names = { value: nameFrom(given), raw: given, span: [line, from, from + given.length] };
  return names;
}

function valueOf(field: LayoutField, raw: string, today: Date): string | null {
  switch (field.kind) {
    case 'birth_date':
      return mrzDate(raw, 'birth', today);
    case 'expiry_date':
      return mrzDate(raw, 'expiry', today);
    case 'issue_month':
      return mrzDate(raw, 'issue', today);
    case 'sex':
      return raw === 'M' || raw === 'F' ? raw : 'X';
    case 'country':
      return raw === 'D<<' ? 'DEU' : raw.replace(FILLERS_AT_END, '');
    case 'names':
    case 'name':
      return nameFrom(raw);
    case 'text':
      return raw.replace(FILLERS_AT_END, '');
  }
}

/** Whether a date that cannot be one was not misread: its own check digit holds. */
function isPrintedSo(layout: MrzLayout, lines: readonly string[], { name, kind }: LayoutField, raw: string): boolean {
  const check = layout.checks.find((candidate) => candidate.name === name);
  return kind.endsWith('_date') && /^\d{6}$/.test(raw) && check !== undefined && checkHolds(lines, check);
}

/**
 * Reads the fields of a zone off its lines. A field that is empty is left out, and so is a date that cannot be one, unless its check digit
 * says that it is printed so.
 * @param lines as many as the layout has, each of its full length
 * @param today decides the century of two-digit years
 */
export function parseMrz(layout: MrzLayout, lines: readonly string[], today: Date): ParsedMrz {
  const fields: ParsedMrz['fields'] = {};
  for (const field of layout.fields) {
    const raw = charactersOf(lines, field.span);
    if (field.kind === 'names') Object.assign(fields, splitNames(raw, field.span));
    else {
      const value = valueOf(field, raw, today);
      if (value) fields[field.name] = { value, raw, span: field.span };
      else if (isPrintedSo(layout, lines, field, raw))
        fields[field.name] = { value: raw, raw, span: field.span, impossible: true };
    }
  }
  const numberCheck = layout.checks.find((check) => check.name === 'document_number');
  const more = numberCheck && continuation(lines, numberCheck);
  if (more && fields.document_number) {
    fields.document_number.value += more.slice(0, -1);
    const optional = fields.optional_data?.value.slice(more.length).replace(/^<+/, '');
    if (optional && fields.optional_data) fields.optional_data.value = optional;
    else delete fields.optional_data;
  }
  const checks = layout.checks.map((check) => ({ name: check.name, ok: checkHolds(lines, check) }));
  const names = layout.fields.filter((field) => field.kind === 'names' || field.kind === 'name');
  return {
    fields,
    checks,
    valid: checks.every((check) => check.ok),
    names_truncated: names.some((field) => /[A-Z]$/.test(charactersOf(lines, field.span))),
  };
}
