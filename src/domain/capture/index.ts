export { betterBy, type CaptureAdvice, type PictureHere } from './captureAdvice.js';
export {
  applyToCaptureLink,
  captureEventDefinitions,
  captureLink,
  type CaptureLink,
  type CaptureLinkEvent,
  captureLinkStream,
  type CaptureLinkState,
  isGood,
  isSent,
  MOST_BY_LINK,
  type SentCase,
} from './captureLink.js';
export { captureNeeds, type CapturedCase, type CaptureNeed } from './captureNeeds.js';
