/** Prints rows under headings, columns as wide as their widest cell up to `limits` characters. */
export function formatTable(headings: readonly string[], rows: readonly string[][], limits: readonly number[]): string {
  const widths = headings.map((heading, column) =>
    Math.min(limits[column]!, Math.max(heading.length, ...rows.map((row) => row[column]!.length))),
  );
  const line = (cells: readonly string[]): string =>
    '  ' +
    cells
      .map((cell, column) => clip(cell, widths[column]!).padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

const clip = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
