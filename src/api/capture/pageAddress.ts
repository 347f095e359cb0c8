/** What is asked under the same address, and is no page. */
const ASKED = 'case|openings|consent|documents|submissions|extensions|assets|attest-capture\\.js';

/**
 * Whatever stands where a token would, whoever has it and whatever a mail made of its end: the page is the same for a wrong one, and says so once it has
 * asked. The stop of a sentence behind a token is no part of it.
 */
const PAGE = new RegExp(`^/capture/(?!(?:${ASKED})$)([^/]{1,200}?)[.,;:!?)\\]>'"]*$`);

/** The token in the address of the page of a link; undefined for any other path. */
export const tokenInPath = (path: string): string | undefined => PAGE.exec(path)?.[1];

/** Headers of whatever stands at an address with a token in it: the address is told to nobody, and found by nobody. */
export const PAGE_OF_A_TOKEN = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;
