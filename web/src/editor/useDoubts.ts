import { useState } from 'react';

/** Something that was saved, and what of it is perhaps not meant. */
interface Doubted {
  updated_at: string;
  warnings?: string[];
}

/** What the service doubted of what it took, as long as that is what there is. */
export function useDoubts({ updated_at }: Doubted): {
  doubts: readonly string[];
  /** Notes what was said of what was saved. */
  doubt: (saved: Doubted) => void;
} {
  const [{ of, warnings = [] }, note] = useState<{ of?: string; warnings?: readonly string[] | undefined }>({});
  return {
    doubts: of === updated_at ? warnings : [],
    doubt: (saved) => note({ of: saved.updated_at, warnings: saved.warnings }),
  };
}
