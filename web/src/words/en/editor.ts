/** What is said of editing, in English. */
export const editor = {
  versions: 'Versions',
  asForm: 'As a form',
  differences: 'What is different',
  noFormOfText:
    'A form can be shown once the text is JSON: what is wrong with it stands below it. It stays as you wrote it.',
  noDifferences: 'Nothing is different.',
  place: 'Place',
  before: 'Before',
  after: 'After',
  changed: 'What it changed',
  takeBack: 'Take back',
  noObject: 'It must be an object: { … }',
  simulation: 'What would be different',
  simulationHint: 'The draft is tried on what was read in the past. Nothing is changed.',
  simulate: 'Try it on the past',
  nothingDiffers: 'Nothing would be decided otherwise.',
  noJson: (error: string): string => `This is no JSON: ${error}`,
  refusedAt: (line: number, message: string): string => `Line ${line}: ${message}`,
  showRefused: 'Go to it',
  overtaken: 'Somebody saved it meanwhile. What is different is told against that; saving overwrites it.',
  overtakenHere:
    'You took an earlier version back. What is different is told against that; saving puts what is written in its place.',
  takeSaved: 'Discard mine, show what was saved',
  simulated: (processed: number, total: number, different: number): string =>
    `${processed} of ${total} tried, ${different} different`,
};
