import type { Mode } from '../../domain/core/mode.js';

/**
 * Conditions for rows that are meant, and for those that are trials, by their column `mode`; what was stored before there were trials is
 * none. An index that has one as its condition serves statements that say the same.
 */
export const OF_MODE: Readonly<Record<Mode, string>> = { test: "mode = 'test'", live: "mode is distinct from 'test'" };
