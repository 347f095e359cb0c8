/** An answer that was right or wrong, and how sure it was. */
export interface Judgement {
  right: boolean;
  /** 0 to 1. */
  confidence: number;
}

/** The edges of the bins of a reliability table; finer where decisions are made. */
const EDGES = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001];

/** Lines of a table that shows of each range of confidences how many answers were right, and the expected calibration error. */
export function reliabilityTable(title: string, judgements: readonly Judgement[]): string[] {
  const lines = [title, '  confidence    answers   mean confidence   right'];
  let error = 0;
  EDGES.slice(1).forEach((end, i) => {
    const start = EDGES[i]!;
    const bin = judgements.filter(({ confidence }) => confidence >= start && confidence < end);
    if (bin.length === 0) return;
    const confidence = bin.reduce((sum, judgement) => sum + judgement.confidence, 0) / bin.length;
    const right = bin.filter((judgement) => judgement.right).length / bin.length;
    error += (bin.length / judgements.length) * Math.abs(confidence - right);
    const range = `${start.toFixed(2)} – ${Math.min(1, end).toFixed(2)}`;
    lines.push(
      `  ${range}   ${String(bin.length).padStart(7)}   ${confidence.toFixed(3).padStart(15)}   ${right.toFixed(3)}`,
    );
  });
  lines.push(`  expected calibration error ${error.toFixed(3)}`);
  return lines;
}
