import type { FieldCrossCheck } from '../extract/extraction.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import type { FileFacts } from '../reading/page.js';
import { EDITING_SOFTWARE } from './editingSoftware.js';

/** How much a signal says: `strong` asks for a look by a human, `weak` means something only beside others. */
export type SignalWeight = 'strong' | 'weak';

/** Something about a document or its file that speaks for or against it being what it claims to be. */
export interface AuthenticitySignal {
  /** Stable name, documented for users. */
  signal:
    | 'mrz_check_digits'
    | 'mrz_repaired'
    | 'mrz_visual_zone'
    | 'barcode_visual_zone'
    | 'editing_software'
    | 'incremental_updates'
    | 'modified_after_creation'
    | 'screenshot';
  /** `confirms` speaks for the document, `doubts` against it. */
  finding: 'confirms' | 'doubts';
  weight: SignalWeight;
  /** A sentence for the one who looks; it names fields and software, never a value of the document. */
  detail: string;
  /** The fields concerned, where it is about fields. */
  fields?: string[];
  /** What was found, where it is about the file. */
  evidence?: { [name: string]: string | number };
}

/** What can be said of a document's authenticity: signals with their evidence, never a verdict. */
export interface Authenticity {
  signals: AuthenticitySignal[];
}

/** What the judgement is made from. */
export interface AuthenticityInput {
  facts: FileFacts;
  /** Size of the first page in pixels. */
  page: { width: number; height: number } | undefined;
  mrz: readonly MrzReading[];
  cross_checks: readonly FieldCrossCheck[];
}

/** Gathers the signals of a document that was read. */
export function judgeAuthenticity({ facts, page, mrz, cross_checks }: AuthenticityInput): Authenticity {
  return {
    signals: [
      ...mrz.flatMap(zoneSignals),
      ...crossCheckSignals('mrz', cross_checks),
      ...crossCheckSignals('barcode', cross_checks),
      ...softwareSignals(facts),
      ...changeSignals(facts),
      ...screenshotSignals(facts, page),
    ],
  };
}

/** Check digits guard number, dates and the whole (ICAO Doc 9303-3, 4.9); a forger who changes one often forgets them. */
function zoneSignals({ checks, valid, repaired }: MrzReading): AuthenticitySignal[] {
  const failing = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const digits: AuthenticitySignal = valid
    ? {
        ...{ signal: 'mrz_check_digits', finding: 'confirms', weight: 'weak' },
        detail: 'All check digits of the machine-readable zone hold.',
      }
    : {
        ...{ signal: 'mrz_check_digits', finding: 'doubts', weight: 'strong', fields: failing },
        detail: `Check digits of the machine-readable zone do not hold: ${failing.join(', ')}.`,
      };
  if (!repaired) return [digits];
  return [
    digits,
    {
      ...{ signal: 'mrz_repaired', finding: 'doubts', weight: 'weak' },
      detail:
        'A character of the machine-readable zone was read as one that looks alike so that its check digit holds.',
    },
  ];
}

function crossCheckSignals(
  source: FieldCrossCheck['source'],
  checks: readonly FieldCrossCheck[],
): AuthenticitySignal[] {
  const fields = (outcome: FieldCrossCheck['outcome']): string[] =>
    checks.filter((check) => check.source === source && check.outcome === outcome).map(({ field }) => field);
  const differing = fields('differs');
  const agreeing = fields('agrees');
  const what = source === 'mrz' ? 'machine-readable zone' : 'barcode';
  const signal = source === 'mrz' ? 'mrz_visual_zone' : 'barcode_visual_zone';
  return [
    ...(differing.length > 0
      ? [doubt(signal, 'strong', `The ${what} and the printed text differ: ${differing.join(', ')}.`, differing)]
      : []),
    ...(agreeing.length > 0
      ? [confirmation(signal, `The ${what} and the printed text agree: ${agreeing.join(', ')}.`, agreeing)]
      : []),
  ];
}

const doubt = (
  signal: AuthenticitySignal['signal'],
  weight: SignalWeight,
  detail: string,
  fields?: string[],
): AuthenticitySignal => ({ signal, finding: 'doubts', weight, detail, ...(fields && { fields }) });

const confirmation = (signal: AuthenticitySignal['signal'], detail: string, fields: string[]): AuthenticitySignal => ({
  signal,
  finding: 'confirms',
  weight: 'weak',
  detail,
  fields,
});

/** Cameras and scanners name their firmware too: only programs made for changing pictures and pages count. */
function softwareSignals({ software }: FileFacts): AuthenticitySignal[] {
  return software.flatMap((name) => {
    const editor = EDITING_SOFTWARE.find(({ pattern }) => pattern.test(name));
    if (!editor) return [];
    const detail = `The file was saved with ${editor.name}, which is made for editing.`;
    return [{ ...doubt('editing_software', 'strong', detail), evidence: { software: editor.name } }];
  });
}

function changeSignals({ mime_type, incremental_updates = 0, created, modified }: FileFacts): AuthenticitySignal[] {
  const signals: AuthenticitySignal[] = [];
  if (incremental_updates > 0) {
    const detail =
      'The PDF was changed after it was made: later versions are appended to the first. A signature does this too.';
    signals.push({ ...doubt('incremental_updates', 'strong', detail), evidence: { updates: incremental_updates } });
  }
  if (created && modified && Date.parse(modified) - Date.parse(created) > MODIFIED_AFTER_MS) {
    const kind = mime_type === 'application/pdf' ? 'PDF' : 'picture';
    signals.push({
      ...doubt('modified_after_creation', 'weak', `The ${kind} says that it was modified after it was made.`),
      evidence: { created, modified },
    });
  }
  return signals;
}

/** Programs write both dates while they save; a minute is more than any of them takes. */
const MODIFIED_AFTER_MS = 60_000;

function screenshotSignals({ mime_type, camera }: FileFacts, page: AuthenticityInput['page']): AuthenticitySignal[] {
  if (mime_type !== 'image/png' || camera || !page) return [];
  const [long, short] = [Math.max(page.width, page.height), Math.min(page.width, page.height)];
  if (!SCREENS.some(([width, height]) => width === long && height === short)) return [];
  return [
    {
      ...doubt(
        'screenshot',
        'weak',
        'The picture has exactly the size of a screen and no camera: it may be a screenshot.',
      ),
      evidence: { width: page.width, height: page.height },
    },
  ];
}

/** Pixels of common displays, long side first: VESA names and the makers' data sheets of phones and tablets. */
const SCREENS: readonly (readonly [number, number])[] = [
  ...([
    [1280, 720],
    [1366, 768],
    [1440, 900],
    [1536, 864],
    [1600, 900],
    [1680, 1050],
    [1920, 1080],
  ] as const),
  ...([
    [1920, 1200],
    [2560, 1440],
    [2560, 1600],
    [2880, 1800],
    [3024, 1964],
    [3456, 2234],
    [3840, 2160],
  ] as const),
  ...([
    [1334, 750],
    [1792, 828],
    [2208, 1242],
    [2436, 1125],
    [2532, 1170],
    [2556, 1179],
    [2688, 1242],
  ] as const),
  ...([
    [2778, 1284],
    [2796, 1290],
    [2622, 1206],
    [2868, 1320],
    [2340, 1080],
    [2400, 1080],
    [3088, 1440],
  ] as const),
  ...([
    [3120, 1440],
    [2048, 1536],
    [2224, 1668],
    [2388, 1668],
    [2732, 2048],
  ] as const),
];
