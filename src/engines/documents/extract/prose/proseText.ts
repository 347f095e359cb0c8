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
  let text = '';
  for (const segment of segments) {
    if (text !== '' && !text.endsWith('-')) text += ' ';
    starts.push({ segment, at: text.length });
    text += segment.text;
  }
  return { text, starts };
}

/** The parts of the lines that `[start, end)` of the text runs through. */
export function spansOf({ starts }: ProseText, start: number, end: number): Span[] {
  return starts.flatMap(({ segment, at }) => {
    const from = Math.max(0, start - at);
    const to = Math.min(segment.text.length, end - at);
    return from < to ? [{ segment, start: from, end: to }] : [];
  });
}
