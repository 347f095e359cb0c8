export {
  applyToCaptureLink,
  assertRoomByLink,
  captureEventDefinitions,
  captureLink,
  type CaptureLink,
  type CaptureLinkEvent,
  captureLinkStream,
  type CaptureLinkState,
  isGood,
} from './captureLink.js';
export { captureNeeds, type CapturedCase, type CaptureNeed } from './captureNeeds.js';
