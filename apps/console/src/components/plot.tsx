import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';

export interface Line {
  label: string;
  /** one for each time; null where there is none */
  values: (number | null)[];
  /** whether it is the one to look at; the others are its range */
  isMain?: boolean;
}

interface Props {
  /** what it shows, also on the copied picture */
  title: string;
  /** in order */
  times: string[];
  /** the main one, or the highest, the main one and the lowest */
  lines: Line[];
}

const HEIGHT = 340;
const FONT = '13px system-ui, sans-serif';
const AMOUNT = new Intl.NumberFormat('en-US');

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

/** A chart over time, of values that hold until the next one. The table beside it says the same. */
export function Plot({ title, times, lines }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const place = frame.current!;
    const made = (plot.current = new UPlot(optionsOf(lines, place.clientWidth), dataOf(times, lines), place));
    const sizes = new ResizeObserver(() => made.setSize({ width: place.clientWidth, height: HEIGHT }));
    sizes.observe(place);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => made.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', redraw);
      made.destroy();
    };
  }, [times, lines]);
  const copy = async () => {
    try {
      const picture = new ClipboardItem({ 'image/png': pictureOf(plot.current!.ctx.canvas, title) });
      await navigator.clipboard.write([picture]);
      setSaid('The picture is copied.');
    } catch {
      setSaid('The browser did not allow it.');
    }
  };
  return (
    <div class="chart">
      <div role="img" aria-label={`${title}. The table below has its figures.`} ref={frame} />
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          Copy as PNG
        </button>
        <span role="status" class="muted">
          {said}
        </span>
      </div>
    </div>
  );
}

/** The last value holds until now. */
const dataOf = (times: string[], lines: Line[]): UPlot.AlignedData => [
  [...times.map((time) => Date.parse(time) / 1000), Date.now() / 1000],
  ...lines.map(({ values }) => [...values, values.at(-1) ?? null]),
];

function optionsOf(lines: Line[], width: number): UPlot.Options {
  const axis: UPlot.Axis = {
    font: FONT,
    stroke: () => colour('muted'),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
  };
  const stepped = UPlot.paths.stepped!({ align: 1 });
  const amount = (value: number | null) => (value === null ? '–' : AMOUNT.format(value));
  return {
    width,
    height: HEIGHT,
    series: [
      { value: '{MMM} {D}, {YYYY} {h}:{mm} {AA}' },
      ...lines.map(({ label, isMain }) => ({
        label,
        paths: stepped,
        stroke: () => colour(isMain ? 'accent' : 'edge'),
        width: isMain ? 2.5 : 1,
        points: { show: false },
        value: (_: UPlot, value: number | null) => amount(value),
      })),
    ],
    bands: lines.length > 1 ? [{ series: [1, lines.length], fill: () => colour('good-ground') }] : [],
    scales: { y: { range: (_, low, high) => UPlot.rangeNum(low, high, 0.1, true) } },
    axes: [axis, { ...axis, size: 64, values: (_, values) => values.map(amount) }],
    cursor: { drag: { x: false, y: false }, y: false },
  };
}

/** The chart with its title, on the colour of the page. */
function pictureOf(chart: HTMLCanvasElement, title: string): Promise<Blob> {
  const unit = devicePixelRatio;
  const picture = document.createElement('canvas');
  const above = 40 * unit;
  picture.width = chart.width;
  picture.height = chart.height + above;
  const context = picture.getContext('2d')!;
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = colour('text');
  context.font = `600 ${15 * unit}px system-ui, sans-serif`;
  context.fillText(title, 16 * unit, 26 * unit, picture.width - 32 * unit);
  context.drawImage(chart, 0, above);
  return new Promise((resolve, reject) =>
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), 'image/png'),
  );
}
