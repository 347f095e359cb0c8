import { describe, expect, it } from 'vitest';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { proposeType } from '../../../../../src/engines/documents/propose/proposeType.js';
import { NO_READINGS, pageOfRows, TODAY, typeOf } from '../extract/printedPage.js';

/** A type that knows some labels of other documents than the pages here. */
const CLUB = typeOf(
  {
    member_name: 'string',
    fee: 'amount',
    joined_date: 'date YYYY-MM-DD',
    hotel_name: 'string',
    arrival_station: 'string',
  },
  {
    context_id: 'club_card',
    display_name: 'Club card certificate',
    classify_hints: ['yearly certificate'],
    prompt_hint: [
      'member_name: Member, Keeper',
      'fee: Fee',
      'joined_date: Joined on',
      'hotel_name: Hotel',
      'arrival_station: Arrival',
    ].join('\n'),
  },
);

/** What is proposed for a page, by name. */
function proposed(
  page: Page,
  { type = CLUB, confidence = 0.1 }: { type?: EngineDocumentType; confidence?: number } = {},
) {
  const { fields, known } = proposeType({
    document: { pages: [page] },
    readings: NO_READINGS,
    classification: { document_type: type.context_id, confidence, alternatives: [] } as never,
    candidates: [type],
    today: TODAY,
  });
  return { known, values: Object.fromEntries(fields.map(({ name, value }) => [name, value])), fields };
}

describe('labels that the layout tells', () => {
  it('stand beside their values in columns, with figures flush right or left', () => {
    const { values } = proposed(pageOfRows(['Mooring length|12 m', 'Harbour dues|412.50', 'Winter store|88.00'], { columns: [0.05, 0.6] })); // prettier-ignore
    expect(values).toEqual({ mooring_length: '12 m', harbour_dues: 412.5, winter_store: 88 });
  });

  it('stand twice in a row', () => {
    const { values } = proposed(
      pageOfRows(['Member|Ada Quill|Berth|C 14', 'Pontoon|North|Draught limit|1.80 m'], {
        columns: [0.05, 0.3, 0.55, 0.8],
      }),
    );
    expect(values).toMatchObject({ member_name: 'Ada Quill', berth: 'C 14', pontoon: 'North' });
  });

  it('stand in numbered boxes over their values, however long, with marks of an authority before them', () => {
    const { values } = proposed(
      pageOfRows(['1. Where the boat lies in the winter months|2. H.3 Hull', 'Shed by the old crane|GRP'], { columns: [0.05, 0.6] }), // prettier-ignore
    );
    expect(values).toEqual({ where_the_boat_lies_in_the_winter_months: 'Shed by the old crane', hull: 'GRP' });
  });

  it('are questions', () => {
    const { values } = proposed(
      pageOfRows(['When was the hull last painted? 03/05/2026', 'Is the mast to be stepped? Yes']),
    );
    expect(values).toEqual({ when_was_the_hull_last_painted: '2026-05-03', is_the_mast_to_be_stepped: true });
  });

  it('end with a word for number before a number', () => {
    expect(proposed(pageOfRows(['Pontoon permit no. PP-118'])).values).toEqual({ pontoon_permit_no: 'PP-118' });
  });

  it('announce both halves of a period', () => {
    expect(proposed(pageOfRows(['Lay-up: 01/10/2026 - 31/03/2027'])).values).toEqual({
      lay_up_start: '2026-10-01',
      lay_up_end: '2027-03-31',
    });
  });

  it('are none at the head of a table', () => {
    const { values } = proposed(
      pageOfRows(['Work done|Hours  Rate', 'Polishing|2.00|48.00|96.00', 'Rigging|1.50|60.00|90.00'], { columns: [0.05, 0.45, 0.65, 0.8] }), // prettier-ignore
    );
    expect(values).not.toHaveProperty('work_done');
  });
});

describe('names of fields', () => {
  it('are those of a known label that is all of what is printed, not of one that begins it', () => {
    const { values } = proposed(pageOfRows(['Keeper: Ada Quill', 'Fee category: Resident']));
    expect(values).toEqual({ member_name: 'Ada Quill', fee_category: 'Resident' });
  });

  it('are those whose values have such a form: an arrival that is a date is no station', () => {
    expect(proposed(pageOfRows(['Arrival: 10/06/2026'])).values).toEqual({ arrival: '2026-06-10' });
  });

  it('are the printed words where the known name is taken', () => {
    const { values } = proposed(pageOfRows(['Member: Ada Quill', 'Keeper: Tom Reed']));
    expect(values).toEqual({ member_name: 'Ada Quill', keeper: 'Tom Reed' });
  });

  it('are not found inside of values and sentences', () => {
    const { values } = proposed(pageOfRows(['Bill to: Hotel Brisa', 'Hotel guests may use the slipway.']));
    expect(values).toEqual({ customer: 'Hotel Brisa' });
  });
});

describe('what stands without labels', () => {
  it('is the issuer with the address, at the head', () => {
    const { values } = proposed(
      pageOfRows(['Quillhaven Boatyard Ltd', '4 Quay Road, 59999 Quillhaven', '', 'Keeper: Ada Quill']),
    );
    expect(values).toMatchObject({
      issuer_name: 'Quillhaven Boatyard Ltd',
      issuer_address: '4 Quay Road, 59999 Quillhaven',
      member_name: 'Ada Quill',
    });
  });

  it('is no issuer where it is what documents are called', () => {
    expect(proposed(pageOfRows(['YEARLY CERTIFICATE', 'Keeper: Ada Quill'])).values).toEqual({
      member_name: 'Ada Quill',
    });
  });

  it('is the address under a name', () => {
    const { values } = proposed(pageOfRows(['Keeper|Ada Quill', '|12 Alder Lane, 59999 Quillhaven', 'Fee|£40.00']));
    expect(values).toMatchObject({ member_name: 'Ada Quill', member_address: '12 Alder Lane, 59999 Quillhaven' });
  });

  it('is what its form alone tells, where there is only one', () => {
    const one = proposed(
      pageOfRows(['The slipway is closed until further notice.', 'Write to office@quillhaven.example']),
    );
    expect(one.values).toEqual({ email: 'office@quillhaven.example' });
    const two = proposed(pageOfRows(['Write to office@quillhaven.example', 'or to crane@quillhaven.example']));
    expect(two.values).toEqual({});
  });
});

describe('a type that the page is like', () => {
  const page = pageOfRows([
    'Keeper: Ada Quill',
    'Hull colour: Red',
    'Sail number: K 44',
    'Crane slot: 14',
    'Mast: Stepped',
  ]);

  it('is not taken for the type of a page that has few of its fields and many others', () => {
    const { known, values } = proposed(page, { confidence: 0.8 });
    expect(known).toBeNull();
    expect(values).toHaveProperty('hull_colour', 'Red');
  });

  it('is, where that is beyond doubt', () => {
    const { known, values } = proposed(page, { confidence: 0.99 });
    expect(known).toEqual({ context_id: 'club_card', confidence: 0.99 });
    expect(values).toMatchObject({ member_name: 'Ada Quill' });
    expect(values).not.toHaveProperty('hull_colour');
  });
});
