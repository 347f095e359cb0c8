/** What is said of a picture of a page. */
export interface PictureHeaders {
  /** `private, max-age=3600`: it may be kept for an hour by who asked, and by nobody between. */
  'Cache-Control': string;
  /** Pages of the whole document. */
  'Attest-Pages': string;
}
