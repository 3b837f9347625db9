import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { charts, historyRows, items, periodMs, rowAt } from './measured';
import type { Scene } from './product-charts';

/** Rows that share a point: two hours on some 400 pixels. */
const share = 16;

/**
 * The least that nine charts can cost: as many plots of the same library and size with as many points as can be seen, which are there already; each new row
 * moves them on. No values beside, no limits, no marks, no cursor, nothing that renders.
 */
export function startBareCharts(stage: HTMLElement, t0: number): Scene {
  const grid = document.createElement('div');
  grid.style.cssText = 'display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px';
  stage.append(grid);
  const groups = [...new Set(Object.values(charts))].map((chart) =>
    items.flatMap((item, c) => (charts[item] === chart ? [c] : [])),
  );
  const plots = groups.map((columns) => {
    const place = document.createElement('div');
    place.style.height = '132px';
    grid.append(place);
    const count = Math.ceil(historyRows / share);
    const data: [number[], ...(number | null)[][]] = [
      Array.from({ length: count }, (_, i) => (t0 + i * share * periodMs) / 1000),
      ...columns.map((c) => Array.from({ length: count }, (_, i) => rowAt(i * share)[c] ?? null)),
    ];
    const plot = new uPlot(
      {
        width: place.clientWidth,
        height: 132,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: true, auto: false } },
        series: [{}, ...columns.map(() => ({ stroke: '#1f6feb', width: 1.5, points: { show: false } }))],
      },
      data,
      place,
    );
    return { plot, data, columns };
  });
  const draw = (k: number): void => {
    for (const { plot, data, columns } of plots) {
      const [x, ...lines] = data;
      x[x.length - 1] = (t0 + k * periodMs) / 1000;
      for (const [l, c] of columns.entries()) {
        const line = lines[l];
        if (line) line[line.length - 1] = rowAt(k)[c] ?? null;
      }
      plot.setData(data, false);
      plot.setScale('x', { min: x.at(0) ?? 0, max: x.at(-1) ?? 0 });
    }
  };
  return { feed: (k) => requestAnimationFrame(() => draw(k)), stop: () => grid.remove() };
}
