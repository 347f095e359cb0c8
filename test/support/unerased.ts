const refuse = () => Promise.reject(new Error('Only cases are erased here'));

/** What finishes the erasures of all but cases, for tests in which there is none to finish. */
export const unerased = {
  executions: { erase: refuse },
  blocklist: { remove: refuse },
  faceRegistry: { removeRegistration: refuse },
  savedSearches: { remove: refuse, eraseTexts: refuse },
  typeExamples: { remove: refuse },
};
