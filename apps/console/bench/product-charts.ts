import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { ChakraProvider } from '@chakra-ui/react';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TextProvider } from '../src/lib/i18n';
import { loadWords } from '../src/lib/words';
import { RecordingCharts } from '../src/remote-service/remote-diagnosis/charts';
import { MeasuredRows } from '../src/remote-service/remote-diagnosis/measured-rows';
import { keptMs } from '../src/remote-service/remote-diagnosis/use-recording';
import type { Window } from '../src/ui/plot/stream-plot';
import { system } from '../src/ui/theme';
import { charts, historyRows, items, periodMs, rowAt } from './measured';

export interface Scene {
  /** the next row, measured now */
  feed: (k: number) => void;
  stop: () => void;
}

/** The charts of the console with the values beside them, two hours in view, fed as its stream feeds them. */
export function startProductCharts(stage: HTMLElement, t0: number): Scene {
  const rows = new MeasuredRows(items, periodMs, keptMs);
  rows.fill([{ t0, period: periodMs, rows: Array.from({ length: historyRows }, (_, k) => rowAt(k)) }]);
  const place = document.createElement('div');
  stage.append(place);
  const root = createRoot(place);
  const marks = [{ at: t0 + 1_000 * periodMs, label: '1' }];
  const Charts = () => {
    const [view, setView] = useState<Window | null>(null);
    return h(RecordingCharts, { rows, charts, marks, view, onView: setView, lastMs: keptMs });
  };
  void loadWords('en').then(() =>
    root.render(
      h(ChakraProvider, { value: system, children: h(TextProvider, { language: 'en', children: h(Charts) }) }),
    ),
  );
  return {
    feed: (k) => void rows.add({ t0: t0 + k * periodMs, period: periodMs, rows: [rowAt(k)] }),
    stop: () => {
      root.unmount();
      place.remove();
    },
  };
}
