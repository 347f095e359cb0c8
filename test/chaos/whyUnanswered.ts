/** A request that no whole answer came to. */
interface Unanswered {
  method: string;
  path: string;
  /** Where the head of an answer came, and not its body. */
  status: number | undefined;
  /** How long it was waited for. */
  ms: number;
  /** When that ended. */
  at: Date;
}

/** As `fetch` throws it: why the connection broke stands in its cause, and how many bytes had come over it before. */
interface Caused {
  name: string;
  message: string;
  code?: string | number;
  cause?: unknown;
  errors?: unknown[];
  socket?: { bytesRead?: number };
}

/**
 * Tells what became of a request without an answer, from the error that was thrown and all that caused it. A connection that had
 * brought bytes before was one that was kept: whoever closes it at the moment it is used again breaks a request that it never saw.
 */
export function whyUnanswered({ method, path, status, ms, at }: Unanswered, error: unknown): string {
  const head = status === undefined ? 'no answer' : `no body after the status ${status}`;
  return `${method} ${path} had ${head} in ${Math.round(ms)} ms, at ${at.toISOString()}: ${causesOf(error)}`;
}

/** An error and all that caused it, from the outside in: what `fetch` throws says no more than that it failed. */
export function causesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, code, cause, errors = [], socket } = error as Caused;
  const brought = socket?.bytesRead === undefined ? '' : `, ${socket.bytesRead} bytes had come over the connection`;
  const said = `${name}${code === undefined ? '' : ` ${code}`}: ${message}${brought}`;
  return [said, ...(cause === undefined ? [] : [cause]), ...errors]
    .map((each) => (typeof each === 'string' ? each : causesOf(each)))
    .join(' <- ');
}
