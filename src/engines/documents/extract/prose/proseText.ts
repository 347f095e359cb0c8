import type { Span } from '../candidate.js';
import type { Layout, Segment } from '../layout.js';

/** The lines of a document as one text, which sentences run through. */
export interface ProseText {
  text: string;
  /** Where each segment begins in `text`, in order. */
  starts: { segment: Segment; at: number }[];
}

/** Joins the lines of a document; a hyphen at the end of a line joins what it parts. */
export function proseOf({ segments }: Layout): ProseText {
  const starts: ProseText['starts'] = [];
  // Joined at the end: looking at the end of a text that grows line by line copies all of it for each line.
  const parts: string[] = [];
  let length = 0;
  segments.forEach((segment, i) => {
    const before = segments[i - 1];
    const gap = before && !before.text.endsWith('-') ? ' ' : '';
    starts.push({ segment, at: length + gap.length });
    parts.push(gap, segment.text);
    length += gap.length + segment.text.length;
  });
  return { text: parts.join(''), starts };
}

/** The parts of the lines that `[start, end)` of the text runs through. */
export function spansOf({ starts }: ProseText, start: number, end: number): Span[] {
  return starts.flatMap(({ segment, at }) => {
    const from = Math.max(0, start - at);
    const to = Math.min(segment.text.length, end - at);
    return from < to ? [{ segment, start: from, end: to }] : [];
  });
}
