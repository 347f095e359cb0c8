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
};
