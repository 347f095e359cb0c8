/** What is said of the audit trail, in English. */
export const audit = {
  title: 'Audit',
  actor: 'Who',
  action: 'What',
  aggregate: 'To what',
  examples: { actor: 'key:…', action: 'CaseDecided', aggregate: 'case-…' },
  show: 'Show',
  empty: 'Nothing was done that is so: leave a field empty, or take a longer time.',
};
