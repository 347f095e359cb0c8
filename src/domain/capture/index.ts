export {
  applyToCaptureLink,
  captureEventDefinitions,
  captureLink,
  type CaptureLink,
  type CaptureLinkEvent,
  captureLinkStream,
  type CaptureLinkState,
  isGood,
} from './captureLink.js';
