/** What is looked at on a page. */
export type QualityCheckName = 'blur' | 'resolution' | 'light' | 'contrast' | 'glare' | 'edges';

/** How good a page, or one thing about it, is: `good` reads well, `fair` reads with gaps, `poor` should be captured again. */
export type QualityVerdict = 'good' | 'fair' | 'poor';

/** One thing about a page. */
export interface QualityCheck {
  /** 0 unusable to 1 nothing to improve. */
  score: number;
  verdict: QualityVerdict;
  /** What was measured, in `unit`. */
  measured: number;
  unit: string;
  /** What the user should do, unless it is good. */
  advice?: string;
}

/** The quality of one page. `checks` is empty for a page whose text is digital. */
export interface PageQuality {
  page: number;
  score: number;
  verdict: QualityVerdict;
  checks: { [name in QualityCheckName]?: QualityCheck };
}

/** The quality of a document: that of its worst page. */
export interface DocumentQuality {
  score: number;
  verdict: QualityVerdict;
  /** What the user should do, the most pressing first, without repetition. */
  advice: string[];
  pages: PageQuality[];
}
