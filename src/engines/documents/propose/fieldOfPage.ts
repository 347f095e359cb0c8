import type { SoughtField } from '../../../domain/documents/index.js';
import type { Segment } from '../extract/layout.js';

/** A field that a page may have, and the one place where it says so, where there is one: what is found elsewhere is something else. */
export interface FieldOfPage extends SoughtField {
  at?: Segment;
}
