import { doubtfulFields } from './doubtfulFields.js';
import type { Box, Page } from '../reading/page.js';
import type { FoundMrz } from './mrzEvidence.js';
import type { MrzSpan } from './mrzLayout.js';
import type { MrzField, MrzFieldName, MrzReading } from './mrzReading.js';
import type { MrzRow } from './mrzRows.js';
import { onPage, type ReadingFrame } from './readingFrame.js';
import type { ParsedField } from './parseMrz.js';

// How far to trust what a zone says, from the share of right values seen on specimens.
const CHECKED = 0.99;
const COVERED = 0.97;
const UNCHECKED = 0.93;
const CONTRADICTED = 0.4;
const REPAIRED = 0.85;

/** Characters of a zone stand at even distances (OCR-B, ten to the inch), so a position is a share of its row. */
function boxOf(row: MrzRow, length: number, [, start, end]: MrzSpan, frame: ReadingFrame): Box {
  const step = (row.right - row.left) / length;
  return onPage([row.left + start * step, row.middle - row.height / 2, (end - start) * step, row.height], frame);
}

function boundingBox(rows: readonly MrzRow[], frame: ReadingFrame): Box {
  const left = Math.min(...rows.map((row) => row.left));
  const top = Math.min(...rows.map((row) => row.middle - row.height / 2));
  const right = Math.max(...rows.map((row) => row.right));
  const bottom = Math.max(...rows.map((row) => row.middle + row.height / 2));
  return onPage([left, top, right - left, bottom - top], frame);
}

function confidenceOf(found: FoundMrz, [line, start, end]: MrzSpan): number {
  const holds = new Map(found.parsed.checks.map((check) => [check.name, check.ok]));
  const covering = found.layout.checks.filter((check) =>
    check.over.some(([l, from, to]) => l === line && start >= from && end <= to),
  );
  const own = covering.find((check) => check.name !== 'composite');
  const repaired = found.exchanges.some((at) => at.line === line && at.position >= start && at.position < end)
    ? REPAIRED
    : 1;
  if (own) return holds.get(own.name) ? CHECKED * repaired : CONTRADICTED;
  if (covering.length > 0 && holds.get('composite')) return COVERED * repaired;
  return UNCHECKED * (found.rows[line]?.confidence ?? 1);
}

/** What was found as it leaves the engine: values with their places on the upright page and how sure they are. */
export function toReading(found: FoundMrz, page: Page, frame: ReadingFrame): MrzReading {
  const { layout, rows, lines, parsed, exchanges, replaced, cleaned } = found;
  const fields: MrzReading['fields'] = {};
  // A text layer is what it is; only what was recognised can be read by halves.
  const withheld = page.source === 'ocr' ? doubtfulFields(found) : [];
  for (const [name, field] of Object.entries(parsed.fields) as [MrzFieldName, ParsedField][]) {
    if (withheld.includes(name)) continue;
    const [line] = field.span;
    const row = rows[line];
    const length = layout.lines[line]?.length ?? 0;
    if (!row) continue;
    fields[name] = {
      value: field.value,
      raw: field.raw,
      box: boxOf(row, length, field.span, frame),
      confidence: confidenceOf(found, field.span),
      ...(field.impossible ? { impossible: true as const } : {}),
    } satisfies MrzField;
  }
  const holding = parsed.checks.filter((check) => check.ok).length;
  return {
    format: layout.format,
    page: page.number,
    box: boundingBox(rows, frame),
    lines,
    fields,
    checks: parsed.checks,
    valid: parsed.valid,
    repaired: exchanges.length + replaced + cleaned > 0,
    withheld,
    names_truncated: parsed.names_truncated,
    confidence: parsed.valid
      ? CHECKED * (exchanges.length > 0 ? REPAIRED : 1)
      : (CHECKED * holding) / (parsed.checks.length + 1),
  };
}
