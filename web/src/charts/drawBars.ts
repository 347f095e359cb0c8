import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { runOf, type Drawing, type Run } from './parts.js';
import { compact, tick } from './ticks.js';

/** What somebody does with bars by mouse or finger. */
export interface Heard {
  /** They point at some, or at none any more. */
  onPoint: (run: Run | undefined) => void;
  /** They clicked one, or dragged over several. */
  onChoose: (run: Run) => void;
}

/** Bars that are drawn. */
export interface Bars {
  /** Draws what there is now. */
  update: () => void;
  /** Shades some, or none. */
  shade: (run: Run | undefined) => void;
  destroy: () => void;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far apart marks below the bars can be: a month and a year as uPlot counts them. */
const STEPS = [
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1825].map((days) => days * DAY),
];

/** How far apart marks beside the bars can be: there are no halves of a thing. */
const COUNTS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((each) => each * 10 ** power)).flat();

/** The part of the height that the least count has: what is there is seen. */
const LEAST = 1 / 50;

/** Pixels beside the last bar: half of what a mark below it says. */
const MARGIN_PX = 30;

/** Pixels that the pointer moves before that is dragging. */
const DRAG_PX = 4;

/**
 * Draws bars into an element, as wide and as high as it is and in the colours of its theme, and has them follow both.
 * @param now what there is to draw, at any time
 */
export function drawBars(element: HTMLElement, now: () => Drawing, { onPoint, onChoose }: Heard): Bars {
  const colourOf = tokensOf(element);
  const size = () => ({ width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) });
  const { series, zone } = now();
  const plot = new UPlot(
    {
      ...size(),
      ms: 1,
      padding: [8, MARGIN_PX, 0, 0],
      ...(zone && { tzDate: (at: number) => UPlot.tzDate(new Date(at), zone) }),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: DRAG_PX } },
      scales: {
        x: { range: () => ends(now()) },
        y: { range: (_, __, most: number | null) => [0, most ?? 1] },
      },
      axes: axesOf(now, colourOf),
      series: [
        {},
        ...series.toReversed().map(({ colour }) => ({
          ...{ fill: () => colourOf(colour), width: 0, points: { show: false } },
          paths: UPlot.paths.bars!({ size: [0.85, Infinity, 1] }),
        })),
      ],
      hooks: {
        setCursor: [(at) => onPoint(pointedAt(at, now()))],
        setSelect: [(at) => onChoose(selectedIn(at, now()))],
      },
    },
    stacked(now()),
    element,
  );
  plot.over.addEventListener('click', ({ clientX }) => {
    const at = placeAt(plot, now(), clientX - plot.over.getBoundingClientRect().left);
    onChoose(runOf(at, at));
  });
  return { ...changes(plot, now), destroy: followed(plot, element, size) };
}

/** What is done with a plot from outside. */
function changes(plot: UPlot, now: () => Drawing): Pick<Bars, 'update' | 'shade'> {
  const shade = (run: Run | undefined): void => {
    const { parts, partMs } = now();
    const left = run ? plot.valToPos(parts[run.first]!.at, 'x') : 0;
    const width = run ? plot.valToPos(parts[run.last]!.at + partMs, 'x') - left : 0;
    plot.setSelect({ left, top: 0, width, height: run ? plot.over.clientHeight : 0 }, false);
  };
  return {
    shade,
    update: () => plot.setData(stacked(now())),
  };
}

/** Has a plot follow the size of its element and the theme. @returns ends that, and the plot */
function followed(plot: UPlot, element: HTMLElement, size: () => { width: number; height: number }): () => void {
  const resized = new ResizeObserver(() => plot.setSize(size()));
  resized.observe(element);
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const repaint = (): void => plot.redraw();
  isDark.addEventListener('change', repaint);
  return () => {
    resized.disconnect();
    isDark.removeEventListener('change', repaint);
    plot.destroy();
  };
}

/** Reads the colours of tokens as they are here and now: a canvas knows neither them nor `light-dark()`. */
function tokensOf(element: HTMLElement): (token: string) => string {
  const probe = element.ownerDocument.createElement('span');
  return (token) => {
    probe.style.color = `var(${token})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

function axesOf(now: () => Drawing, colourOf: (token: string) => string): UPlot.Axis[] {
  const stroke = (): string => colourOf('--quiet');
  const lines = { stroke: () => colourOf('--line'), width: 1 };
  return [
    {
      ...{ stroke, grid: { show: false }, ticks: { ...lines, size: 4 }, size: 26, gap: 4, space: 64 },
      incrs: () => STEPS.filter((step) => step >= now().partMs),
      values: (_, at, __, ___, step) => at.map((one) => tick(one, step, now().zone)),
    },
    {
      ...{ stroke, grid: lines, ticks: { show: false }, size: 40, gap: 4, space: 28, incrs: COUNTS },
      values: (_, counts) => counts.map(compact),
    },
  ];
}

/** The beginning of the first part and the end of the last. */
function ends({ parts, partMs }: Drawing): [number, number] {
  const from = parts[0]?.at ?? 0;
  return [from, from + Math.max(1, parts.length) * partMs];
}

/** The middles of the parts, and where each series ends when they stand on one another: the highest first, so that the others are drawn over it. */
function stacked(drawing: Drawing): UPlot.AlignedData {
  const { parts, partMs, series } = drawing;
  const most = parts.reduce((so, { counts }) => Math.max(so, sum(counts)), 1);
  const tops = parts.map(({ counts }) =>
    counts.map((_, of) => sum(counts.slice(0, of + 1).map((count) => count && Math.max(count, most * LEAST)))),
  );
  return [
    parts.map(({ at }) => at + partMs / 2),
    ...series.map((_, of) => tops.map((top) => top[of] || null)).toReversed(),
  ];
}

const sum = (counts: readonly number[]): number => counts.reduce((so, count) => so + count, 0);

/** The place of the part at so many pixels from the left. */
function placeAt(plot: UPlot, drawing: Drawing, left: number): number {
  const [from] = ends(drawing);
  const place = Math.floor((plot.posToVal(left, 'x') - from) / drawing.partMs);
  return Math.min(Math.max(place, 0), drawing.parts.length - 1);
}

const selectedIn = (plot: UPlot, drawing: Drawing): Run =>
  runOf(
    placeAt(plot, drawing, plot.select.left),
    // The pixel behind the last one that was dragged over may be of the next part.
    placeAt(plot, drawing, plot.select.left + plot.select.width - 1),
  );

/** What the pointer is over, or has dragged over. */
function pointedAt(plot: UPlot, drawing: Drawing): Run | undefined {
  const { left = -1 } = plot.cursor;
  if (left < 0) return undefined;
  if (plot.cursor.event?.buttons === 1 && plot.select.width > 0) return selectedIn(plot, drawing);
  const at = placeAt(plot, drawing, left);
  return runOf(at, at);
}
