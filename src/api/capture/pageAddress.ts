/** The form of a token, whoever has it: the page is the same for a wrong one, and says so once it has asked. */
const PAGE = /^\/capture\/([\w-]{64})$/;

/** The token in the address of the page of a link; undefined for any other path. */
export const tokenInPath = (path: string): string | undefined => PAGE.exec(path)?.[1];

/** Headers of whatever stands at an address with a token in it: the address is told to nobody, and found by nobody. */
export const PAGE_OF_A_TOKEN = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;
