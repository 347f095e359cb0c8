import type { Told } from '../src/tellFramer.js';

/** How a page shows the page of a link, and what it is told of it. */
interface MountOptions {
  /** The address of the link, with the origin of the service. */
  url: string;
  /** Called with what happens: `ready`, `step`, `submitted`, `closed`, `error`. */
  on?: (told: Told) => void;
  /** What the frame is called, for those who hear the page. */
  title?: string;
}

/** What is in the page. */
interface Mounted {
  /** Takes it out again. */
  unmount: () => void;
}

declare global {
  interface Window {
    AttestCapture: { mount: (element: Element, options: MountOptions) => Mounted };
  }
}

(() => {
  window.AttestCapture = {
    mount(element, { url, on, title = 'Documents' }) {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.title = title;
      frame.allow = 'camera';
      frame.referrerPolicy = 'no-referrer';
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
      const { origin } = new URL(url);
      const listen = ({ data, origin: from, source }: MessageEvent<unknown>): void => {
        // Any page can send messages: only what the frame itself says from the service counts.
        if (from !== origin || source !== frame.contentWindow) return;
        const told = data as (Told & { source?: string }) | null;
        if (told?.source === 'attest-capture') on?.(told);
      };
      window.addEventListener('message', listen);
      element.append(frame);
      return {
        unmount() {
          window.removeEventListener('message', listen);
          frame.remove();
        },
      };
    },
  };
})();
