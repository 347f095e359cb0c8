import { createStore } from '../state/store.js';

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
const store = createStore(PLAIN);

/** How pages are looked at, for a component. */
export const useView = store.use;

/** Changes how pages are looked at. */
export function changeView(changed: Partial<View>): void {
  const view = { ...store.get(), ...changed };
  store.set({ ...view, zoom: Math.min(8, Math.max(0.5, view.zoom)) });
}

/** Steps of the keys and buttons. */
export const zoomIn = (): void => changeView({ zoom: store.get().zoom * 1.25 });
export const zoomOut = (): void => changeView({ zoom: store.get().zoom / 1.25 });
export const rotate = (): void => changeView({ turned: (store.get().turned + 90) % 360 });
