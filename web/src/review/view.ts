import { useSyncExternalStore } from 'react';

/** How pages are looked at. */
export interface View {
  /** 1 fits the width. */
  zoom: number;
  /** Degrees, clockwise. */
  turned: number;
  /** 1 is as it is. */
  brightness: number;
  contrast: number;
}

const PLAIN: View = { zoom: 1, turned: 0, brightness: 1, contrast: 1 };

// Kept for the next document: who needs more contrast needs it there too. How one page is turned says nothing of another.
let view = PLAIN;
const listeners = new Set<() => void>();

/** Changes how pages are looked at. */
export function changeView(changed: Partial<View>): void {
  view = { ...view, ...changed, zoom: Math.min(8, Math.max(0.5, changed.zoom ?? view.zoom)) };
  listeners.forEach((tell) => tell());
}

/** How pages are looked at, for a component. */
export const useView = (): View =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => view,
  );

/** Steps of the keys and buttons. */
export const zoomIn = (): void => changeView({ zoom: view.zoom * 1.25 });
export const zoomOut = (): void => changeView({ zoom: view.zoom / 1.25 });
export const rotate = (): void => changeView({ turned: (view.turned + 90) % 360 });
