import { wholeOf, type Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import type { Segment } from '../layout.js';
import { isLabelled, unlabelled } from './unlabelled.js';

/** The number of a card, printed without a label at its head: letters and digits, eight to twelve in all, at least two digits. */
const DOCUMENT_NUMBER = /^(?=[A-Z0-9]{8,12}$)(?=.*\d.*\d).*[A-Z]/;
const HEAD = 0.35;
/** Card access number: six digits (BSI TR-03110-2, 2.3), printed on the front for readers of the chip. */
const ACCESS_NUMBER = /^\d(?: ?\d){5}$/;
const SCORES = { document: 0.45, access: 0.55 };

/** The numbers that stand alone at the head of a card. */
export const documentNumbers = ({ layout, labels }: SearchedDocument): Candidate[] =>
  layout.segments
    .filter((segment) => {
      const height = layout.pages.get(segment.page)?.height ?? 0;
      return segment.middle < HEAD * height && standsAlone(segment, DOCUMENT_NUMBER) && !isLabelled(segment, labels);
    })
    .map((segment) => unlabelled(segment.text.trim(), [wholeOf(segment)], SCORES.document));

/** The six digits that stand alone on a card. */
export const accessNumbers = ({ layout, labels }: SearchedDocument): Candidate[] =>
  layout.segments
    .filter((segment) => standsAlone(segment, ACCESS_NUMBER) && !isLabelled(segment, labels))
    .map((segment) => unlabelled(segment.text.replace(/\s/g, ''), [wholeOf(segment)], SCORES.access));

const standsAlone = ({ text }: Segment, form: RegExp): boolean => form.test(text.trim());
