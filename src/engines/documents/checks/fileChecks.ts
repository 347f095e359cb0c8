import { checkOf, type DocumentCheck } from '../../../domain/documents/index.js';
import type { Authenticity, AuthenticitySignal } from '../authenticity/authenticity.js';

/** What a file can be found to have gone through, and the sentence where it was not. */
const LOOKED_FOR = {
  editing_software: 'The file names no program that is made to change pictures or PDFs.',
  modified_after_created: 'The file does not say that it was changed after it was made.',
  pdf_changed_after_creation: 'The PDF was written at once.',
  looks_like_screenshot: 'The picture does not have the size of a screen, or has the trace of a camera.',
} as const;

type FileCode = keyof typeof LOOKED_FOR;

/** What the file itself tells: the programs it went through, and when it was changed. */
export function fileChecks({ signals, examined }: Authenticity): DocumentCheck[] {
  const ofKind: FileCode = examined.includes('pdf_updates') ? 'pdf_changed_after_creation' : 'looks_like_screenshot';
  return (['editing_software', 'modified_after_created', ofKind] as const).map((code) => {
    const signal = signals.find((one) => one.code === code);
    return signal
      ? checkOf(code, 'failed', signal.message, { weight: signal.weight, values: wordsOf(signal) })
      : checkOf(code, 'passed', LOOKED_FOR[code]);
  });
}

/** Names of programs and times, as the file has them. */
const wordsOf = ({ evidence }: AuthenticitySignal): string[] =>
  Object.values(evidence).flatMap((value) => (Array.isArray(value) ? value : [String(value)]));
