import type { CaseLanguage, CaseStatusName } from '../cases/caseContract.js';
import type { Timestamp, Uuid } from '../../domain/core/text.js';
import type { RequestCodeName } from '../cases/reviewerContract.js';

/** A type of document that will do. */
export interface CaptureChoiceView {
  /** @example "passport" */
  document_type: string;
  /**
   * In the language of the case.
   * @example "Passport"
   */
  name: string;
}

/** A type of document that is wanted. */
export interface CaptureWantedView extends CaptureChoiceView {
  /** Which side of it is wanted next, where both are; null where it has no sides. */
  side: 'front' | 'back' | null;
}

/** A picture that is here: of which document, and of which side of it. Another of the same takes its place. */
export interface CapturePictureView extends CaptureWantedView {
  /** How it could be better; empty where it is good. */
  advice: CaptureAdviceName[];
}

/** Why something is asked for again. */
export interface CaptureAskedAgainView {
  code: RequestCodeName;
  /**
   * In a sentence, in the language of the case.
   * @example "Please send your passport once more: light is reflected on it."
   */
  why: string;
  /** What the reviewer writes to the customer; null where nothing was written. */
  text: string | null;
}

/** How a picture could be better: it is blurred, its print is small, it is dark, its print is faint, something shines on it, or it is cut off. */
export type CaptureAdviceName = 'blurred' | 'small' | 'dark' | 'faint' | 'glare' | 'cut';

/** Something that is to be handed in. */
export interface CaptureNeedView {
  /** A document, or a picture of the customer's face. */
  kind: 'document' | 'selfie';
  /** One of them will do; empty for a selfie. */
  choices: CaptureWantedView[];
  /** `failed`: what was handed in could not be read. */
  state: 'missing' | 'received' | 'failed';
  asked_again: CaptureAskedAgainView | null;
  /** Pictures that are here; what is asked for again is not among them, nor is a selfie. */
  here: CapturePictureView[];
  /** What was wrong with the last one, in an English sentence; null where nothing was. The page has its own in the language of the case. */
  advice: string | null;
}

/** What the customer is to agree to before. */
export interface CaptureConsentTextView {
  /** @example "2026-03" */
  version: string;
  /** @example "We compare your documents with each other and keep them for five years." */
  text: string;
  /** Whether they have, to this version. */
  given: boolean;
}

/** What the page is made the tenant's own with; null where the agent says nothing of it. */
export interface CaptureLookView {
  /** What is asked for, in the tenant's words. */
  intro: string | null;
  /** @example "#1a5f9e" */
  accent: string | null;
  /** A picture, as a `data:` address. */
  logo: string | null;
  /**
   * Where the customer goes when they are done.
   * @example "https://bank.example/welcome"
   */
  return_url: string | null;
  /**
   * Origins whose pages may show this one in a frame, and are told how it goes.
   * @example ["https://bank.example"]
   */
  framed_by: string[];
}

/** What a customer sees of their case: what it still needs, and nothing that was read. */
export interface CaptureView {
  /**
   * Who asks.
   * @example "Onboarding"
   */
  name: string;
  language: CaseLanguage;
  look: CaptureLookView;
  /** Null where nothing is to be agreed to. */
  consent: CaptureConsentTextView | null;
  needs: CaptureNeedView[];
  /** Whether all that is needed is here. */
  complete: boolean;
  /** Whether anything was handed in: it can be sent without the rest, by who does not have that. */
  begun: boolean;
  /** Whether all that was handed in was sent: there is nothing to send again until more is. */
  sent: boolean;
  /** Whoever is at it longer has 20 minutes more, see `/capture/extensions`. */
  expires_at: Timestamp;
}

/** To what a customer agrees. */
export interface GiveConsentBody {
  /**
   * The version of the text that they saw.
   * @minLength 1
   * @maxLength 50
   * @example "2026-03"
   */
  version: string;
}

/** What came of something that was handed in: whether it could be read, and as what; nothing that it says. */
export interface CapturedView {
  doc_id: Uuid;
  status: 'done' | 'failed';
  /** Null where it could not be read. */
  read_as: CaptureChoiceView | null;
  /** Whether the very same file was handed in before: where it was asked for again, it is still needed. */
  sent_before: boolean;
  /** What was wrong, in an English sentence; null where nothing was. */
  advice: string | null;
  /** How its picture could be better: it is taken all the same, and another of its type takes its place. Empty where it is good, or could not be read. */
  better: CaptureAdviceName[];
  needs: CaptureNeedView[];
  complete: boolean;
}

/** How long the link is good now. */
export interface ExtendedView {
  expires_at: Timestamp;
}

/** What was sent. */
export interface SubmittedView {
  status: CaseStatusName;
}
