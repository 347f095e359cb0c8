import { createHash } from 'node:crypto';
import { pagesOfWords } from '../../specimens/pages/index.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import type { Page } from '../../src/engines/documents/reading/page.js';

/** A page of `specimens/pages` with the types that it is of. */
export interface PageOfTypes {
  issuer: string;
  /** The `context_id` of the type it was worded for; `null` for none. */
  expected: string | null;
  /** Every `context_id` that is right; none for a page of no type. */
  right: ReadonlySet<string>;
  pages: Page[];
}

/** Types of at most so many countries are for the documents of a country. */
const FEW_COUNTRIES = 4;

/**
 * Whether pages of an issuer are for judging: by its name alone, about half of them. Neither words nor hints are written after
 * these, nor weights fitted on them.
 */
export const isForJudging = (issuer: string): boolean =>
  /^[89a-f]/.test(createHash('sha256').update(issuer).digest('hex'));

/** The worded pages in so many designs each. */
export async function* pagesOfTypes(
  types: readonly EngineDocumentType[],
  designs: number,
): AsyncGenerator<PageOfTypes> {
  for await (const { type, language, issuer, pages } of pagesOfWords({ designs })) {
    yield { issuer, expected: type, right: rightTypes(type, language, types), pages };
  }
}

/**
 * The type that a page was worded for, and where that one is of any country the types of the same kind that are of the page's: a
 * British payslip is a `payslip` and a `uk_payslip`.
 *
 * @param language BCP 47; where it names no country, the one it is spoken in most (Unicode likely subtags)
 */
export function rightTypes(type: string | null, language: string, types: readonly EngineDocumentType[]): Set<string> {
  const own = types.find(({ context_id }) => context_id === type);
  if (!own) return new Set();
  const country = ALPHA_3[new Intl.Locale(language).maximize().region ?? ''] ?? '';
  const isNarrower = ({ describes }: EngineDocumentType): boolean => {
    const countries = describes?.countries ?? [];
    return describes?.kind === own.describes?.kind && countries.length <= FEW_COUNTRIES && countries.includes(country);
  };
  const narrower = own.describes?.countries || !own.describes?.kind ? [] : types.filter(isNarrower);
  return new Set([own, ...narrower].map(({ context_id }) => context_id));
}

/** ISO 3166-1, of the countries that some type is for alone. */
const ALPHA_3: { [alpha2: string]: string } = {
  ...{ AT: 'AUT', BE: 'BEL', BR: 'BRA', CA: 'CAN', CH: 'CHE', DE: 'DEU', ES: 'ESP', FR: 'FRA', GB: 'GBR' },
  ...{ IN: 'IND', IT: 'ITA', LU: 'LUX', NL: 'NLD', PL: 'POL', US: 'USA' },
};
