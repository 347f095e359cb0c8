import type { Layout, Segment } from '../extract/layout.js';
import { parseDates } from '../extract/values/date.js';
import { findEmails, findIbans, findTimes } from '../extract/values/patterns.js';
import type { FieldOfPage } from './fieldOfPage.js';

/** What is told by its form alone, with the field that it is of. */
const BY_FORM: { name: string; hint: string; find: (text: string) => { raw: string }[] }[] = [
  { name: 'email', hint: 'string', find: findEmails },
  { name: 'time', hint: 'string', find: (text) => findTimes(text).filter(({ raw }) => raw.includes(':')) },
  { name: 'iban', hint: 'string', find: findIbans },
  {
    name: 'date',
    hint: 'date YYYY-MM-DD',
    find: (text) => parseDates(text, { monthFirst: false, twoDigitYearPivot: 50 }),
  },
];

/** The fields whose only value on the pages stands without a label: of two values nothing says which is meant. @param isTaken whether a segment has a field already */
export const formFields = ({ segments }: Layout, isTaken: (segment: Segment) => boolean): FieldOfPage[] =>
  BY_FORM.flatMap(({ name, hint, find }) => {
    const found = segments.flatMap((segment) => find(segment.text).map(({ raw }) => ({ raw, segment })));
    const [only, ...others] = found;
    return only && others.length === 0 && !isTaken(only.segment) ? [{ name, hint, labels: [], at: only.segment }] : [];
  });
