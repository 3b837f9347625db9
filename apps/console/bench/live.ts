import 'uplot/dist/uPlot.min.css';
import { io } from 'socket.io-client';
import uPlot from 'uplot';

/** The least that a page with a live value is: one socket, one plot, drawn once a frame when data has arrived. `?url=` names the source. */
const stage = document.getElementById('stage');
if (!stage) throw new Error('no stage');
const keptRows = 1_200;
const data: [number[], number[]] = [[], []];
const plot = new uPlot(
  {
    width: 640,
    height: 240,
    legend: { show: false },
    series: [{}, { stroke: '#1f6feb', width: 1.5, points: { show: false } }],
  },
  data,
  stage,
);
let asked = 0;
const socket = io(new URLSearchParams(location.search).get('url') ?? '', { transports: ['websocket'] });
socket.on('rows', ({ t0, period, rows }: { t0: number; period: number; rows: number[][] }) => {
  for (const [k, row] of rows.entries()) {
    data[0].push((t0 + k * period) / 1000);
    data[1].push(row[0] ?? 0);
  }
  for (const column of data) if (column.length > keptRows * 1.25) column.splice(0, column.length - keptRows);
  asked ||= requestAnimationFrame(() => {
    asked = 0;
    plot.setData(data);
  });
});
socket.on('connect', () => (document.title = 'ready'));
