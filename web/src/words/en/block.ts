/** What is said of the blocklist, in English. */
export const block = {
  title: 'Put on the blocklist',
  submit: 'Block',
  what: 'What',
  kinds: { document_number: 'The number of this document', person: 'The person it names' },
  hint: 'Why, for colleagues. Later cases in which it is seen again wait for a person, or are denied, as their agent says.',
  done: 'It is on the blocklist.',
};
