import { z } from 'zod';
import { type Decider, DomainError, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** Longest time that a link is good for, in minutes: thirty days. */
export const MOST_MINUTES = 43_200;

/** Most submissions of one link. */
export const MOST_USES = 100;

/** So often is noted that the page of a link was opened: more says nothing more, and anybody who has the link can open it. */
export const MOST_OPENINGS = 100;

/** Documents that a case has at most while more come with a link: the rest of its room is its owner's. */
export const MOST_BY_LINK = 100;

/** Minutes that a link is good for longer, each time that a customer who is still at it has so few left: WCAG 2.2, 2.2.1 (20 seconds to say so, ten times at least). */
export const MINUTES_MORE = 20;
export const MINUTES_LEFT = 10;

/** So often: a day. */
export const MOST_EXTENSIONS = 72;

/** How far a case is: its documents, and how often some were asked for again. */
export interface SentCase {
  documents: number;
  tries: number;
}

/** A link that a customer hands in documents with. Its token is known to nobody but who was given it. */
export interface CaptureLink {
  link_id: string;
  session_id: string;
  tenant_id: string;
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** ISO 8601 */
  expires_at: string;
  /** How many submissions it takes, and how many it took. */
  uses: number;
  used: number;
  /** What its case was when it was last sent; null where it was not. */
  sent: SentCase | null;
  /** How often it got more time. */
  extended: number;
  /** How often its page was opened, as far as that is noted. */
  opened: number;
  /** What the customer agreed to, and when; null until they did. */
  consent: { version: string; at: string } | null;
  /** Who made it, for example `key:<id>`. */
  created_by: string;
  /** ISO 8601 */
  created_at: string;
  /** When somebody ended it, ISO 8601. */
  ended_at: string | null;
}

const ofLink = { link_id: z.string(), session_id: z.string(), tenant_id: z.string() };

/** A link was made for a case. */
export const CaptureLinkMade = defineEvent(
  'CaptureLinkMade',
  z.object({
    ...ofLink,
    ...{
      token_hash: z.string(),
      expires_at: z.string(),
      uses: z.number(),
      created_by: z.string(),
      created_at: z.string(),
    },
  }),
);

/** Its page was opened. */
export const CaptureOpened = defineEvent('CaptureOpened', z.object({ ...ofLink, opened_at: z.string() }));

/** The customer agreed to the text of the agent. */
export const CaptureConsented = defineEvent(
  'CaptureConsented',
  z.object({ ...ofLink, consent_version: z.string(), consented_at: z.string() }),
);

/** The customer sent what they had handed in. */
export const CaptureSubmitted = defineEvent(
  'CaptureSubmitted',
  z.object({
    ...ofLink,
    submitted_at: z.string(),
    /** Documents of the case by then, and how often some were asked for again. */
    documents: z.number().optional(),
    tries: z.number().optional(),
  }),
);

/** The customer was still at it shortly before its end: it got more time. */
export const CaptureExtended = defineEvent(
  'CaptureExtended',
  z.object({ ...ofLink, expires_at: z.string(), extended_at: z.string() }),
);

/** Somebody ended it before its time. */
export const CaptureLinkEnded = defineEvent('CaptureLinkEnded', z.object({ ...ofLink, ended_at: z.string() }));

/** What can happen to a link. */
export type CaptureLinkEvent =
  | EventOf<typeof CaptureLinkMade>
  | EventOf<typeof CaptureOpened>
  | EventOf<typeof CaptureConsented>
  | EventOf<typeof CaptureSubmitted>
  | EventOf<typeof CaptureExtended>
  | EventOf<typeof CaptureLinkEnded>;

/** Event types of links, for the registry. */
export const captureEventDefinitions = [
  ...[CaptureLinkMade, CaptureOpened, CaptureConsented, CaptureSubmitted, CaptureExtended, CaptureLinkEnded],
] as const;

/** What can be asked of a link. `at` is the time, ISO 8601; `is_awaited` whether its case still takes documents. */
export type CaptureLinkCommand =
  | {
      type: 'make';
      link: Pick<CaptureLink, 'link_id' | 'session_id' | 'tenant_id' | 'token_hash' | 'uses' | 'created_by'>;
      ttl_minutes: number;
      at: string;
    }
  | { type: 'open'; is_awaited: boolean; at: string }
  | { type: 'consent'; consent_version: string; is_awaited: boolean; at: string }
  | { type: 'submit'; theCase: SentCase; is_awaited: boolean; at: string }
  | { type: 'extend'; is_awaited: boolean; at: string }
  | { type: 'end'; at: string };

/** What has become of a link. */
export type CaptureLinkState = { status: 'not_made' } | { status: 'made'; link: CaptureLink };

/** The stream of a link. */
export const captureLinkStream = (linkId: string): string => `captureLink-${linkId}`;

/** Whether a link is good for anything at a moment. @param is_awaited whether its case still takes documents */
export const isGood = ({ ended_at, expires_at, used, uses }: CaptureLink, is_awaited: boolean, at: string): boolean =>
  ended_at === null && at < expires_at && used < uses && is_awaited;

/** Whether all of a case was sent with a link, and nothing was asked for again since. Documents only grow more. */
export const isSent = ({ sent }: Pick<CaptureLink, 'sent'>, { documents, tries }: SentCase): boolean =>
  sent !== null && documents <= sent.documents && tries <= sent.tries;

/** The rules of links: each adds to its one case, until its time, its uses or its case end it, or somebody does. */
export const captureLink: Decider<CaptureLinkState, CaptureLinkCommand, CaptureLinkEvent> = {
  initial: { status: 'not_made' },

  decide(command, state) {
    if (command.type === 'make') return make(command, state);
    if (state.status === 'not_made') throw noneWithThisId('link');
    const { link } = state;
    const of = { link_id: link.link_id, session_id: link.session_id, tenant_id: link.tenant_id };
    if (command.type === 'end') {
      return link.ended_at === null ? [{ type: 'CaptureLinkEnded', data: { ...of, ended_at: command.at } }] : [];
    }
    // Wrong and ended links look alike: whoever tries tokens learns nothing.
    if (!isGood(link, command.is_awaited, command.at)) throw noneWithThisId('link');
    switch (command.type) {
      case 'open':
        return link.opened >= MOST_OPENINGS ? [] : [{ type: 'CaptureOpened', data: { ...of, opened_at: command.at } }];
      case 'consent': {
        const { consent_version, at } = command;
        if (link.consent?.version === consent_version) return [];
        return [{ type: 'CaptureConsented', data: { ...of, consent_version, consented_at: at } }];
      }
      case 'submit':
        // What was sent and is sent again, by a page that was loaded again or from another tab, is sent once.
        if (isSent(link, command.theCase)) return [];
        return [{ type: 'CaptureSubmitted', data: { ...of, submitted_at: command.at, ...command.theCase } }];
      case 'extend': {
        const end = Date.parse(link.expires_at);
        const isSoon = end - Date.parse(command.at) <= MINUTES_LEFT * 60_000;
        if (!isSoon || link.extended >= MOST_EXTENSIONS) return [];
        const expires_at = new Date(end + MINUTES_MORE * 60_000).toISOString();
        return [{ type: 'CaptureExtended', data: { ...of, expires_at, extended_at: command.at } }];
      }
    }
  },

  evolve(state, event) {
    const link = applyToCaptureLink(state.status === 'made' ? state.link : undefined, event);
    return link ? { status: 'made', link } : state;
  },
};

function make(
  { link, ttl_minutes, at }: Extract<CaptureLinkCommand, { type: 'make' }>,
  state: CaptureLinkState,
): CaptureLinkEvent[] {
  // Making is repeated where its answer was lost in a crash: the first time counts.
  if (state.status === 'made') return [];
  assertWhole('ttl_minutes', ttl_minutes, MOST_MINUTES);
  assertWhole('uses', link.uses, MOST_USES);
  const expires_at = new Date(Date.parse(at) + ttl_minutes * 60_000).toISOString();
  return [{ type: 'CaptureLinkMade', data: { ...link, expires_at, created_at: at } }];
}

function assertWhole(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new DomainError('invalid', `The field \`${field}\` must be a whole number from 1 to ${most}`);
}

/** What was sent; null where an event of before does not say. */
const sentCase = ({ documents, tries }: EventOf<typeof CaptureSubmitted>['data']): SentCase | null =>
  documents === undefined ? null : { documents, tries: tries ?? 0 };

/** What an event makes of a link. Shared with the read model. */
export function applyToCaptureLink(before: CaptureLink | undefined, event: CaptureLinkEvent): CaptureLink | undefined {
  if (event.type === 'CaptureLinkMade') {
    return { ...event.data, used: 0, sent: null, extended: 0, opened: 0, consent: null, ended_at: null };
  }
  if (!before) return undefined;
  switch (event.type) {
    case 'CaptureOpened':
      return { ...before, opened: before.opened + 1 };
    case 'CaptureConsented':
      return { ...before, consent: { version: event.data.consent_version, at: event.data.consented_at } };
    case 'CaptureSubmitted':
      return { ...before, used: before.used + 1, sent: sentCase(event.data) };
    case 'CaptureExtended':
      return { ...before, extended: before.extended + 1, expires_at: event.data.expires_at };
    case 'CaptureLinkEnded':
      return { ...before, ended_at: event.data.ended_at };
  }
}
