/** Why the service cannot start: `message` is one line for the person who starts it, and says what to do. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
