/** What pages of a kind look like from afar: least and most of each. */
export interface Looks {
  /** Typical phrases on a page. */
  phrases: [number, number];
  /** Rows that end in an amount of money. */
  amounts: [number, number];
  /** Rows of running text. */
  prose: [number, number];
  /** Height to width. */
  ratios: [number, number];
}

const SHEET: [number, number] = [1.25, 1.45];
const CARD: [number, number] = [0.6, 0.72];

/** Words that kinds with these looks have in their names; the first that fits counts. */
const LOOKS: [RegExp, Looks][] = [
  [/^receipt$/, { phrases: [5, 26], amounts: [2, 20], prose: [0, 1], ratios: [1.1, 3] }],
  [/^none$/, { phrases: [0, 0], amounts: [0, 0], prose: [0, 0], ratios: SHEET }],
  [/^cheque$/, { phrases: [4, 14], amounts: [1, 2], prose: [0, 0], ratios: [0.35, 0.55] }],
  [/^passport$|^visa$/, { phrases: [4, 22], amounts: [0, 0], prose: [0, 1], ratios: [0.65, 1.4] }],
  [/card|permit$|licence$|^vehicle_registration$/, { phrases: [3, 18], amounts: [0, 1], prose: [0, 2], ratios: CARD }],
  [
    /licence_plate|meter_|odometer|product_label|property_|storefront|vehicle_damage|shipping_label/,
    { phrases: [2, 10], amounts: [0, 1], prose: [0, 1], ratios: [0.6, 1.5] },
  ],
  [
    /contract|agreement|articles|power_of|policy|employment_letter/,
    { phrases: [8, 45], amounts: [0, 4], prose: [4, 30], ratios: SHEET },
  ],
  [/proof_of|bank_details/, { phrases: [5, 22], amounts: [0, 1], prose: [0, 10], ratios: [0.8, 1.45] }],
  [
    /invoice|statement|note$|order|quotation|bill$|payslip|tax|form_|hotel|itinerary|payment_|pension|financial/,
    { phrases: [8, 40], amounts: [2, 28], prose: [0, 5], ratios: SHEET },
  ],
];
const OTHER: Looks = { phrases: [6, 28], amounts: [0, 2], prose: [0, 6], ratios: SHEET };

/** What pages of a kind look like. */
export const looksOf = (kind: string): Looks => LOOKS.find(([name]) => name.test(kind))?.[1] ?? OTHER;
