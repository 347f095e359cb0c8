/** What is said of the wizard, in English. */
export const builder = {
  title: 'Make an agent in a conversation',
  hint: 'Say what it is for and which documents it asks for; samples may be dragged in.',
  start: 'Begin',
  step: 'Step',
  missing: 'Missing',
  understood: 'Understood so far',
  suggestions: 'What may come next',
  toAgent: 'To the agent',
  talk: 'Conversation',
  say: 'Say something',
  example: 'Call it Client onboarding and add the passport',
  samples: 'Samples',
};
