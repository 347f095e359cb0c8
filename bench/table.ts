import { isMet, ratioOf, type Figure } from './figure.js';

const HEAD = ['', 'measured', 'baseline', '', 'ratio', 'aim', ''];

/** The figures as a table for people. */
export function table(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(row)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ');
  return [line(HEAD), ...rows.slice(1).map(line)].map((text) => `  ${text}`.trimEnd()).join('\n');
}

const isNumber = (column: number): boolean => [1, 2, 4, 5].includes(column);

function row(figure: Figure): string[] {
  const { name, value, unit, baseline, aim } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  return [
    name,
    `${short(value)} ${unit}`,
    baseline ? `${short(baseline.value)} ${unit}` : '',
    baseline?.name ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    aim ? `${aim.at === 'least' ? '≥' : '≤'} ${aim.of === 'ratio' ? aim.is.toFixed(2) : short(aim.is)}` : '',
    met === undefined ? '' : met ? 'met' : 'missed',
  ];
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 });
}
