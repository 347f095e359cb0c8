import { renderPassport } from '../specimens/index.js';
import type { RunAnswer, Schemas, Upload } from './attestClient.js';

/** A document that must not pass, and what is wrong with it. */
export interface BadDocument {
  what: string;
  document_type: string;
  file: Upload;
}

/** Documents that a service must notice: two that read well and are not right, and four that cannot be read. */
export async function badDocuments(): Promise<BadDocument[]> {
  const passport = await renderPassport();
  const expired = await renderPassport({ issue_date: '2009-06-30', expiry_date: '2019-06-29' });
  const tampered = await renderPassport({ tampered: true });
  const file = (filename: string, mime_type: string, bytes: Buffer): Upload => ({ filename, mime_type, bytes });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><text y="40">PASSPORT</text></svg>';
  return [
    { what: 'a passport that has expired', file: { ...expired, filename: 'passport-expired.jpg' } },
    { what: 'a passport with an altered machine readable zone', file: tampered },
    { what: 'half of a JPEG file', file: file('cut-off.jpg', 'image/jpeg', passport.bytes.subarray(0, 4000)) },
    {
      what: 'a PDF that breaks off after its first line',
      file: file('broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n')),
    },
    { what: 'an SVG drawing', file: file('drawing.svg', 'image/svg+xml', Buffer.from(drawing)) },
    {
      what: 'a file of 21 MiB',
      file: file('huge.jpg', 'image/jpeg', Buffer.concat([passport.bytes, Buffer.alloc(21 * 1024 * 1024)])),
    },
  ].map((document) => ({ document_type: 'passport', ...document }));
}

/** Why a document did not pass, or `null` when the service saw nothing wrong with it. */
export function reasonsAgainst(answer: RunAnswer): string[] | null {
  if (answer.kind === 'refused') return [`refused with ${answer.status}: ${answer.detail}`];
  if (answer.status === 'failed') {
    return [`execution failed: ${answer.error ?? answer.steps.find((step) => step.error)?.error ?? ''}`];
  }
  const { result } = answer;
  if (!result || result.valid) return null;
  const broken = result.violations.map(({ rule, message }) => `not valid: ${message} (${rule})`);
  return [...broken, ...signalsOf(answer).map(({ weight, message }) => `signal (${weight}): ${message}`)];
}

/** What the step `authenticity` noticed, where it ran. */
const signalsOf = ({ steps }: RunAnswer & { kind: 'run' }): Schemas['AuthenticitySignalView'][] =>
  steps.flatMap(({ tool, output }) => (tool === 'authenticity' && 'signals' in output ? output.signals : []));
