import { fileTypeFromBuffer } from 'file-type';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkDigitOf, writeFrenchLicence, writeTd1, writeTd2, writeTd3, writeVisa } from '../../../specimens/mrz.js';
import {
  renderBankStatement,
  renderDrivingLicence,
  renderIdentityCard,
  renderInvoice,
  renderPassport,
  renderReceipt,
  renderUtilityBill,
  type Specimen,
} from '../../../specimens/index.js';

const schemaOf = (type: string): { [field: string]: string } =>
  (
    JSON.parse(readFileSync(new URL(`../../../presets/${type}.json`, import.meta.url), 'utf8')) as {
      output_schema: { [field: string]: string };
    }
  ).output_schema;

const RENDERERS: { [name: string]: () => Promise<Specimen> } = {
  passport: renderPassport,
  'identity card': renderIdentityCard,
  'driving licence': renderDrivingLicence,
  receipt: renderReceipt,
  invoice: renderInvoice,
  'bank statement': renderBankStatement,
  'bank statement as TIFF': () => renderBankStatement({ as: 'tiff' }),
  'utility bill': renderUtilityBill,
};

describe.each(Object.entries(RENDERERS))('the %s specimen', (_, render) => {
  test('is a file of the kind it claims, whose truth uses the words of its document type', async () => {
    const specimen = await render();
    expect((await fileTypeFromBuffer(specimen.bytes))?.mime).toBe(specimen.mime_type);
    expect(Object.keys(schemaOf(specimen.document_type))).toEqual(expect.arrayContaining(Object.keys(specimen.truth)));
    expect(specimen.bytes.length).toBeLessThan(5_000_000);
  });
});

describe('machine readable zones of specimens', () => {
  // ICAO Doc 9303-4, appendix A, and 9303-5, appendix A: the specimens of the standard itself.
  test('agree with the passport that ICAO Doc 9303 prints', () => {
    const lines = writeTd3({
      document_code: 'P',
      issuing_country: 'UTO',
      document_number: 'L898902C3',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      nationality: 'UTO',
      birth_date: '1974-08-12',
      sex: 'F',
      expiry_date: '2012-04-15',
      optional_data: 'ZE184226B',
    });
    expect(lines).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
  });

  // ICAO Doc 9303-6 and 9303-7, appendix A, and the model of the arrêté du 20 avril 2012.
  test('agree with the large card, the visas and the French licence that their standards print', () => {
    const holder = {
      document_code: 'I',
      issuing_country: 'UTO',
      document_number: 'D23145890',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      nationality: 'UTO',
      birth_date: '1974-08-12',
      sex: 'F',
      expiry_date: '2012-04-15',
    } as const;
    expect(writeTd2(holder)).toEqual(['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']);
    const visa = {
      ...{ ...holder, document_code: 'V', document_number: 'L8988901C', nationality: 'XXX' },
      ...{ birth_date: '1940-09-07', expiry_date: '1996-12-10' },
    };
    expect(writeVisa({ ...visa, optional_data: '6ZE184226B' }, 44)).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L8988901C4XXX4009078F96121096ZE184226B<<<<<<',
    ]);
    expect(writeVisa(visa, 36)).toEqual([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'L8988901C4XXX4009078F9612109<<<<<<<<',
    ]);
    const licence = { ...holder, document_number: '13AA00002', surname: 'MARTIN', expiry_date: '2018-12-31' };
    expect(writeFrenchLicence(licence)).toEqual(['D1FRA13AA000026181231MARTIN<<9']);
  });

  test('agree with the identity card that ICAO Doc 9303 prints', () => {
    const lines = writeTd1({
      document_code: 'I',
      issuing_country: 'UTO',
      document_number: 'D23145890',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      nationality: 'UTO',
      birth_date: '1974-08-12',
      sex: 'F',
      expiry_date: '2012-04-15',
    });
    expect(lines).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ]);
  });

  test('a tampered passport has a birth date that its check digit contradicts', async () => {
    const genuine = await renderPassport();
    const tampered = await renderPassport({ tampered: true });
    const birth = (specimen: Specimen): string => String(specimen.truth['mrz']).split('\n')[1]!.slice(13, 20);
    expect(checkDigitOf(birth(genuine).slice(0, 6))).toBe(birth(genuine)[6]);
    expect(checkDigitOf(birth(tampered).slice(0, 6))).not.toBe(birth(tampered)[6]);
  });
});

test('specimens are the same in every run, so that figures can be compared', async () => {
  const [once, again] = await Promise.all([renderReceipt(), renderReceipt()]);
  expect(once.bytes.equals(again.bytes)).toBe(true);
});
