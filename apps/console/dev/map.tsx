import { ChakraProvider } from '@chakra-ui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { TextProvider } from '../src/lib/i18n';
import { LiveProvider } from '../src/lib/live/live';
import { holder } from '../src/lib/session/session';
import { store } from '../src/lib/session/store';
import { LiveMap } from '../src/ui/map/live-map';
import type { Overlay } from '../src/ui/map/overlays';
import { system } from '../src/ui/theme';
import { fleet, trackOf } from './fleet';

/** The map alone, over the fake stream: `/dev/map.html?theme=dark&lang=en&overlays=1`. */
const wanted = new URLSearchParams(location.search);
document.documentElement.dataset.theme = wanted.get('theme') ?? 'light';
store.set({
  theme: wanted.get('theme') === 'dark' ? 'dark' : 'light',
  session: { accessToken: 'e30.e30.x', refreshToken: 'r', id: 'dev', name: 'dev' },
});

const call = { lat: 35.6912, lon: 126.8831 };
const [first] = fleet;
const overlays: Overlay[] =
  wanted.has('overlays') && first
    ? [
        { kind: 'track', id: 't', points: trackOf({ ...first, ...call }, Date.now(), 30) },
        { kind: 'line', id: 'l', from: { lat: 35.73, lon: 126.895 }, to: call, label: '6.2 km' },
        { kind: 'place', id: 'a', lat: 35.73, lon: 126.895, label: '정읍대리점', note: '6.2 km' },
        { kind: 'sos', id: 1, ...call, raised: true },
      ]
    : [];

function Map() {
  const [selected, setSelected] = useState<number | null>(wanted.has('select') ? Number(wanted.get('select')) : null);
  return (
    <LiveMap
      selectedId={selected}
      onSelect={setSelected}
      overlays={overlays}
      fleet={!wanted.has('overlays')}
      start={wanted.has('overlays') ? { ...call, zoom: 13 } : 'fleet'}
    />
  );
}

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={new QueryClient()}>
        <TextProvider language={wanted.get('lang') === 'en' ? 'en' : 'ko'}>
          <LiveProvider holder={holder}>
            <div style={{ height: '100%', display: 'flex' }}>
              <Map />
            </div>
          </LiveProvider>
        </TextProvider>
      </QueryClientProvider>
    </ChakraProvider>,
  );
}
