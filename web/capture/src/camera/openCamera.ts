/** Why there is no camera: not allowed, or none that can be used (over plain http a browser gives none). */
export type NoCamera = 'denied' | 'missing';

/** Which way a camera looks: at the document, or at who holds it. */
export type Facing = 'environment' | 'user';

/** Width and height that are asked for, in pixels: small print needs them; a camera that has less gives what it has. */
const [WIDTH, HEIGHT] = [2_560, 1_440];

/** Whether this browser gives a camera at all: over plain http it does not. */
export const hasCamera = (): boolean => 'mediaDevices' in navigator;

/** Asks for a camera; the browser asks the customer. @throws DOMException */
export const openCamera = (facing: Facing): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
  });

/** Lets a camera go: its light goes out. */
export const closeCamera = (stream: MediaStream | undefined): void =>
  stream?.getTracks().forEach((track) => track.stop());

/** What an error of the browser means. */
export const whyNoCamera = (error: unknown): NoCamera =>
  error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name) ? 'denied' : 'missing';
