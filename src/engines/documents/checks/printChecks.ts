import { checkOf, type DocumentCheck } from '../../../domain/documents/index.js';
import type { Authenticity } from '../authenticity/authenticity.js';
import type { FieldCrossCheck } from '../extract/extraction.js';

const WHERE = { mrz: 'machine-readable zone', barcode: 'barcode' } as const;

/** Whether zone and barcode say what is printed: one check for each field that both state. */
export function printChecks(crossChecks: readonly FieldCrossCheck[], { signals }: Authenticity): DocumentCheck[] {
  const compared = crossChecks.flatMap((check): DocumentCheck[] => {
    const { field, source, outcome, values = [], printed_at } = check;
    if (outcome === 'not_found') return [];
    const code = `${source}_differs_from_print` as const;
    if (outcome === 'agrees') return [checkOf(code, 'passed', `The ${WHERE[source]} and the print agree.`, { field })];
    const weight = signals.find((signal) => signal.code === code)?.weight;
    const detail = `The ${WHERE[source]} and the print state ${field} differently.`;
    const place = printed_at && { page: printed_at.page, box: printed_at.box };
    return [checkOf(code, 'failed', detail, { ...(weight && { weight }), field, ...place, values: [...values] })];
  });
  return [...compared, ...foundInPrint(crossChecks, signals)];
}

function foundInPrint(crossChecks: readonly FieldCrossCheck[], signals: Authenticity['signals']): DocumentCheck[] {
  return (['mrz', 'barcode'] as const).flatMap((source) => {
    if (!crossChecks.some((check) => check.source === source)) return [];
    const code = `${source}_not_found_in_print` as const;
    const signal = signals.find((one) => one.code === code);
    return signal
      ? checkOf(code, 'failed', signal.message)
      : checkOf(code, 'passed', `What the ${WHERE[source]} says was found in print.`);
  });
}
