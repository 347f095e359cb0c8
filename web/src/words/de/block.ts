import type { Words } from '../en.js';

/** What is said of the blocklist, in German. */
export const block: Words['block'] = {
  title: 'Auf die Sperrliste setzen',
  submit: 'Sperren',
  what: 'Was',
  kinds: { document_number: 'Die Nummer dieses Dokuments', person: 'Die Person, die es nennt' },
  hint: 'Warum, für Kollegen. Spätere Fälle, in denen es wieder vorkommt, warten auf einen Menschen oder werden abgelehnt, wie ihr Agent es sagt.',
  done: 'Es steht auf der Sperrliste.',
};
