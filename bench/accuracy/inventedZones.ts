import { share } from './accuracyFigure.js';
import { RECEIPT_PICTURES } from './receipts.js';
import { measured, type Measured, type Workbench } from './part.js';

/** How many receipts, which have no machine-readable zone, none is found on. */
export async function measureInventedZones({ read }: Workbench): Promise<Measured> {
  const answers = (await read(RECEIPT_PICTURES)).map(({ name, heldOut, readings }) => ({
    ...{ file: name, heldOut, formats: readings.mrz.map(({ format }) => format) },
  }));
  return measured(
    'Zones where there are none',
    answers,
    (some) => [share('zones: none invented on receipts', some.map(({ formats }) => formats.length === 0))], // prettier-ignore
    (some) => some.filter(({ formats }) => formats.length > 0).map(({ file, formats }) => `${file}: ${formats.join(', ')}`), // prettier-ignore
  );
}
