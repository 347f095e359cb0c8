/** What is said of the overview, in English. */
export const overview = {
  title: 'Overview',
  period: 'Period',
  days: (days: number): string => `Last ${days} days`,
  opened: 'Cases opened',
  outcomes: { completed: 'Completed', review: 'In review', denied: 'Denied', failed: 'Failed' },
  byPerson: 'Decided by a person',
  time: 'Time to decision',
  slowest: (time: string): string => `95 % within ${time}`,
  points: (points: string): string => `${points} points`,
  perDay: (most: number): string =>
    `Cases of each day by what became of them: at most ${most}; the tables below say the same`,
  reasons: 'Why cases are not approved',
  noReasons: 'No case of these days had a reason against it.',
  fields: 'Fields that people correct',
  noFields: 'Nobody corrected a field in these days.',
  corrected: 'Corrected',
  unsure: 'Read with doubt',
  cases: 'Cases',
  share: 'Share',
  by: { goal: 'By agent', version: 'By version', document_type: 'By document type' },
  noCases: 'No case was opened in these days: POST /v1/cases opens one.',
};
