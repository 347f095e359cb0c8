/** An answer that was right or wrong, and how sure it was. */
export interface Judgement {
  right: boolean;
  /** 0 to 1. */
  confidence: number;
}

/** The edges of the bins of a reliability table; finer where decisions are made. */
const EDGES = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001];

interface Bin {
  start: number;
  end: number;
  answers: readonly Judgement[];
  confidence: number;
  right: number;
}

function binsOf(judgements: readonly Judgement[]): Bin[] {
  return EDGES.slice(1).flatMap((end, i) => {
    const start = EDGES[i]!;
    const answers = judgements.filter(({ confidence }) => confidence >= start && confidence < end);
    if (answers.length === 0) return [];
    const confidence = answers.reduce((sum, answer) => sum + answer.confidence, 0) / answers.length;
    return [{ start, end, answers, confidence, right: answers.filter(({ right }) => right).length / answers.length }];
  });
}

/**
 * How far confidences are from the share that is right, bin by bin, weighed by how many answers a bin has (M. P. Naeini and
 * others, "Obtaining Well Calibrated Probabilities Using Bayesian Binning", AAAI 2015).
 */
export const calibrationError = (judgements: readonly Judgement[]): number =>
  binsOf(judgements).reduce(
    (error, { answers, confidence, right }) =>
      error + (answers.length / judgements.length) * Math.abs(confidence - right),
    0,
  );

/** Lines of a table that shows of each range of confidences how many answers were right. */
export function reliabilityTable(title: string, judgements: readonly Judgement[]): string[] {
  const rows = binsOf(judgements).map(({ start, end, answers, confidence, right }) => {
    const range = `${start.toFixed(2)} – ${Math.min(1, end).toFixed(2)}`;
    return `  ${range}   ${String(answers.length).padStart(7)}   ${confidence.toFixed(3).padStart(15)}   ${right.toFixed(3)}`;
  });
  return [title, '  confidence    answers   mean confidence   right', ...rows];
}
