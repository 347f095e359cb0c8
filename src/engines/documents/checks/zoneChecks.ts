import { checkOf, type DocumentCheck } from '../../../domain/documents/index.js';
import { dateSignals, checkDigitSignals } from '../authenticity/mrzSignals.js';
import type { BarcodeReading } from '../barcode/barcodeReading.js';
import type { MrzReading } from '../mrz/mrzReading.js';

/** Kinds of which every document has a zone: ICAO Doc 9303 part 4 has no passport without one. One without was cut off or painted over. */
const WITH_ZONE: ReadonlySet<string | undefined> = new Set(['passport']);

/**
 * Whether there is a machine-readable zone, could be read, and holds together.
 * @param kind what the document type describes: one that always has a zone weighs strongly where none is found
 */
export function zoneChecks(readings: readonly MrzReading[], kind?: string): DocumentCheck[] {
  const [first] = readings;
  if (!first) {
    const weight = WITH_ZONE.has(kind) ? { weight: 'strong' as const } : {};
    return [checkOf('mrz_missing', 'failed', 'No machine-readable zone was found on any page.', weight)];
  }
  const { page, box } = first;
  const unread = readings.filter(({ withheld }) => withheld.length > 0);
  return [
    checkOf('mrz_missing', 'passed', `A machine-readable zone of the format ${first.format} was found.`, { page, box }),
    ...(unread.length === 0
      ? [checkOf('mrz_partly_unreadable', 'passed', 'The whole zone could be read.', { page, box })]
      : unread.map((zone) => {
          const detail = `Of the machine-readable zone these could not be told: ${zone.withheld.map(inWords).join(', ')}.`;
          return checkOf('mrz_partly_unreadable', 'failed', detail, { page: zone.page, box: zone.box });
        })),
    ...readings.map(checkDigits),
    ...readings.map(dates),
  ];
}

const inWords = (field: string): string => field.replaceAll('_', ' ');

function checkDigits(zone: MrzReading): DocumentCheck {
  const place = { page: zone.page, box: zone.box };
  const [signal] = checkDigitSignals([zone]);
  if (!signal) return checkOf('mrz_check_digit_fails', 'passed', 'All check digits of the zone hold.', place);
  const [failing] = zone.checks.filter(({ ok, name }) => !ok && name !== 'composite');
  const field = failing?.name ?? null;
  const at = field === null ? undefined : zone.fields[field as keyof typeof zone.fields]?.box;
  return checkOf('mrz_check_digit_fails', 'failed', signal.message, {
    ...{ weight: signal.weight, field, page: zone.page, box: at ?? zone.box },
  });
}

function dates(zone: MrzReading): DocumentCheck {
  const place = { page: zone.page, box: zone.box };
  const [signal] = dateSignals([zone]);
  return signal
    ? checkOf('mrz_dates_impossible', 'failed', signal.message, place)
    : checkOf('mrz_dates_impossible', 'passed', 'The dates of the zone can belong together.', place);
}

/** Whether there is a barcode. */
export function barcodeChecks(readings: readonly BarcodeReading[]): DocumentCheck[] {
  const [first] = readings;
  if (!first) return [checkOf('barcode_missing', 'failed', 'No barcode was found on any page.')];
  const { format, page, box } = first;
  return [checkOf('barcode_missing', 'passed', `A barcode of the format ${format} was found.`, { page, box })];
}
