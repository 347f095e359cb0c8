/** What is kept of the report of a case. */
export type ReportPart = 'facts' | 'pdf';

/** Where a part of the report on a subject is kept in the blob store. */
export const reportKey = (subject: string, part: ReportPart): string => `reports/${subject}/${part}`;

/** Where all of the report on a subject is kept. */
export const reportKeys = (subject: string): string[] =>
  (['facts', 'pdf'] satisfies ReportPart[]).map((part) => reportKey(subject, part));
