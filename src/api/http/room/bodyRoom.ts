/** Room for the body of a request. */
export interface BodyRoom {
  /** Makes room for a part that has come and is kept in memory. @throws ApiError 429, 503 */
  takeIn(bytes: number): void;
  /** The body is not in memory any more. */
  giveBack(): void;
}
