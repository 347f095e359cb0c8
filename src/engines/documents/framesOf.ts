/** The name and the frames of an error, for the log. Without its message: that can quote the file that it failed on. */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
