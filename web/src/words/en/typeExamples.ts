/** What is said of examples of document types, in English. */
export const typeExamples = {
  title: 'Examples',
  hint: 'Pages that are kept with what must be read from them. Each change of the type says which of them it breaks.',
  none: 'No page is kept with this type yet: keep one, and a change that breaks it will say so.',
  noneReader: 'No page is kept with this type yet.',
  name: 'Example',
  nameless: 'Without a name',
  expected: 'Expected',
  kept: 'Kept',
  nothingExpected: 'Only that it can be read',
  remove: 'Delete',
  removeOf: (name: string): string => `Delete the example ${name}`,
  keep: 'Keep an example',
  keepIt: 'Keep it',
  page: 'A page to keep',
  past: 'Or a document of the past',
  choosePast: 'Choose one …',
  noPast: 'No document of this type was handed in yet.',
  called: 'What to call it',
  calledHint: 'For people. It may be left empty.',
  whatIsExpected: 'What must be read from it',
  expectedHint:
    'Put right what was read wrongly; null where nothing may be read. A field that is left out is not looked at.',
  unread: (error: string): string => `Nothing can be read from it, so say what is expected: ${error}`,
  maskedUnchanged: (fields: string): string =>
    `Masked: ${fields}. As long as nothing is changed here, what is read of them now is expected too; else write their values, or they are not looked at.`,
  maskedPast: (fields: string): string =>
    `Masked: ${fields}. Write their values to have them looked at; they are masked wherever they are shown.`,
  forExamples: 'Keep as an example of its type',
  check: 'What the examples say',
  checkHint: 'The examples are read with the draft. Nothing is saved.',
  checkAsIs: 'The examples are read by the type as it is.',
  checkIt: 'Check the examples',
  checking: 'The examples are being read …',
  outcome: (holding: number, of: number, broken: number): string =>
    broken === 0
      ? `${holding} of ${of} hold. The change breaks none.`
      : `${holding} of ${of} hold. The change breaks ${broken}.`,
  asIs: (holding: number, of: number): string => `${holding} of ${of} hold.`,
  field: 'Field',
  got: 'Read',
  nothing: 'nothing',
  behindMask: 'they differ where they are masked',
  broken: 'broken by the change',
  brokenBefore: 'not by the change',
};
