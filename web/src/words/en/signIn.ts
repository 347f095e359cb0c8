/** What is said of signing in, in English. */
export const signIn = {
  title: 'Sign in',
  key: 'API key',
  keyHint: 'Its scopes say what you can do here. It stays on the server: this page keeps none.',
  name: 'Your name',
  nameHint: 'Stands beside your decisions. Kept in this browser.',
  submit: 'Sign in',
  ended: 'Your session has ended. Sign in again; nothing you have typed is lost.',
  out: 'Sign out',
  own: 'Sign in with your account',
  refusals: {
    refused: 'You were not signed in: the sign-in was cancelled, refused, or took too long.',
    no_group: 'You were not signed in: none of your groups may use this console. Ask who runs it.',
    failed:
      'You were not signed in: the identity provider did not answer as it should. Try again, or ask who runs this console.',
    too_often: 'Too many sign-ins failed from here. Wait a minute, then try again.',
  },
};
