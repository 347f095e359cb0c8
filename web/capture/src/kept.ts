import { drawn, type ReadyFile } from './picture/readyPicture.js';
import { linkName } from './service.js';
import { tabStore } from './tabStore.js';

/** What was about to be sent, or was being sent, when the page was loaded again. */
export interface Kept {
  ready: ReadyFile;
  /** As what it is handed in. */
  label: string;
  /** With the same key the service takes it once. */
  key: string;
  /** Whether it was on its way already. */
  isOnItsWay: boolean;
}

/** Letters of a file that is kept at most: a browser keeps about five million for an origin. A picture that the page made has two million. */
const MOST_LETTERS = 3_000_000;

const NAME = `attest.picture.${linkName}`;

/** What stands in the tab's store, which ends with the tab: the picture of a document is nothing to leave behind on a computer that others use. */
interface Stored {
  label: string;
  key: string;
  isOnItsWay: boolean;
  filename: string;
  /** As a `data:` address. */
  data: string;
}

/** Keeps what is about to be sent over a reload of the page. What is too large for that, or not allowed in a frame, is chosen again; so is what is not wanted any more once it is read. */
export async function keep({ ready, label, key, isOnItsWay }: Kept, isStillWanted: () => boolean): Promise<void> {
  const data = await dataOf(ready.file).catch(() => undefined);
  if (!isStillWanted()) return;
  forget();
  if (data === undefined || data.length > MOST_LETTERS) return;
  const stored: Stored = { label, key, isOnItsWay, filename: ready.filename, data };
  tabStore.write(NAME, stored);
}

/** Notes that what is kept is on its way now. */
export function noteOnItsWay(): void {
  const stored = read();
  if (stored) tabStore.write(NAME, { ...stored, isOnItsWay: true });
}

/** Forgets what was kept: it has arrived, or its customer wants another. */
export const forget = (): void => tabStore.remove(NAME);

/** As what it was to be handed in, where something was kept. */
export const labelKept = (): string | undefined => read()?.label;

/** What was kept when the page was loaded again; undefined where that is nothing. */
export async function whatWasKept(): Promise<Kept | undefined> {
  const stored = read();
  if (!stored) return undefined;
  const { label, key, isOnItsWay, filename, data } = stored;
  const file = blobOf(data);
  const canvas = file && (await drawn(file));
  return file && { label, key, isOnItsWay, ready: { file, filename, ...(canvas && { canvas }) } };
}

const read = (): Stored | undefined => tabStore.read<Stored>(NAME);

const dataOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });

/** The file of a `data:` address; a page's own policy may not let it fetch one. */
function blobOf(data: string): Blob | undefined {
  const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(data) ?? [];
  if (base64 === undefined) return undefined;
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: type ?? '' });
}
