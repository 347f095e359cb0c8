import { linkName, newKey, type Capture } from './service.js';
import { tabStore } from './tabStore.js';

/** What the page says at the end. */
export type SentTo = Pick<Capture, 'name' | 'language' | 'look'>;

/** What the tab remembers of sending. */
const [KEY, SENT] = [`attest.submission.${linkName}`, `attest.sent.${linkName}`];

/** One submission has one key, also where the page is loaded again in the middle of it: it is sent once. */
export function submissionKey(): string {
  const key = tabStore.read<string>(KEY) ?? newKey();
  tabStore.write(KEY, key);
  return key;
}

/** Notes that all was sent: the link may be good for nothing now. */
export const noteSent = ({ name, language, look }: SentTo): void => tabStore.write(SENT, { name, language, look });

/** To whom all was sent from this tab; undefined where it was not. */
export const whatWasSent = (): SentTo | undefined => tabStore.read<SentTo>(SENT);

/** There is something that was not sent: what is sent next is another submission. */
export const forgetSubmission = (): void => [KEY, SENT].forEach(tabStore.remove);
