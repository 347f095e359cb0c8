import type { InferenceSession } from 'onnxruntime-node';

/** Tells of every run of a network what it is given. Returns the run as it was, of which nothing is told. */
export function hearRuns(
  session: InferenceSession,
  hear: (feeds: InferenceSession.FeedsType) => void,
): InferenceSession['run'] {
  const run: InferenceSession['run'] = session.run.bind(session);
  session.run = (feeds: InferenceSession.FeedsType) => {
    hear(feeds);
    return run(feeds);
  };
  return run;
}
