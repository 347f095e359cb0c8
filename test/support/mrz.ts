import { checkDigit } from '../../src/engines/documents/mrz/checkDigit.js';
import { MRZ_LAYOUTS, type MrzLayout, type MrzSpan } from '../../src/engines/documents/mrz/mrzLayout.js';
import { charactersOf } from '../../src/engines/documents/mrz/parseMrz.js';
import type { MrzFieldName, MrzFormat } from '../../src/engines/documents/mrz/mrzReading.js';

/** Raw characters of the fields, without trailing fillers; `surname` and `given_names` apart. */
export type MrzContent = { [name in MrzFieldName]?: string };

/** The layout of a format. */
export function layoutOf(format: MrzFormat): MrzLayout {
  const layout = MRZ_LAYOUTS.find((candidate) => candidate.format === format);
  if (!layout) throw new Error(`No layout for ${format}.`);
  return layout;
}

function put(lines: string[], [line, start, end]: MrzSpan, characters: string): void {
  const text = lines[line]!;
  lines[line] = text.slice(0, start) + characters.padEnd(end - start, '<').slice(0, end - start) + text.slice(end);
}

/** The lines of a zone with these contents, every check digit right. */
export function composeMrz(format: MrzFormat, content: MrzContent): string[] {
  const layout = layoutOf(format);
  const lines = layout.lines.map((pattern) => pattern.replace(/[a-z9]/g, '<'));
  for (const { name, kind, span } of layout.fields) {
    const value = content[name] ?? '';
    if (kind === 'names') put(lines, span, content.given_names ? `${value}<<${content.given_names}` : value);
    else if (content[name] !== undefined) put(lines, span, value);
  }
  for (const check of layout.checks) {
    const [line, position] = check.at;
    put(
      lines,
      [line, position, position + 1],
      checkDigit(check.over.map((span) => charactersOf(lines, span)).join('')),
    );
  }
  return lines;
}
