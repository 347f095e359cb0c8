/** What the page says, in English. */
export const en = {
  asks: (name: string): string => `${name} asks you for documents`,
  loading: 'One moment …',
  gone: 'This link is not valid any more. Ask who sent it to you for a new one.',
  away: 'There is no connection. We try again; what you have handed in is kept.',
  again: 'Try again',
  consent: 'Before we begin',
  agree: 'I agree',
  needed: 'What is needed',
  states: { missing: 'still needed', received: 'here', failed: 'please once more' },
  which: 'Which one do you have?',
  photograph: 'Photograph it',
  choose: 'Choose a file',
  tips: 'Lay it on a dark, even surface, in good light and without flash. All four edges must be seen.',
  look: 'What will be sent',
  use: 'Use this picture',
  retake: 'Take another',
  advice: {
    dark: 'It is too dark: take it in daylight or under a lamp.',
    glare: 'A reflection covers part of it: tilt it, or turn off the flash.',
    small: 'It is too small: move closer, so that the document fills the picture.',
  },
  sending: 'Sending, and having a look at it …',
  readAs: (name: string): string => `Received: ${name}.`,
  other: (name: string): string => `That looks like something else: ${name}. Is it what you meant to send?`,
  selfie: 'A picture of your face',
  selfieTips: 'Look straight at the camera, in even light, without glasses or a hat.',
  all: 'All that is needed is here.',
  submit: 'Send',
  done: 'Thank you. It is sent.',
  next: (name: string): string => `${name} looks at it now and gets back to you. You can close this page.`,
  wrong: (detail: string): string => `That did not work: ${detail}`,
};

/** The same in any language. */
export type Words = typeof en;
