import { ChakraProvider } from '@chakra-ui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import './ui/print.css';
import { Problem } from './lib/call';
import { TextProvider, useShownLanguage } from './lib/i18n';
import { createConsoleRouter } from './router';
import { store } from './lib/session/store';
import { useLook } from './lib/use-theme';
import { loadFirstWords, showLanguage } from './lib/words';
import { system } from './ui/theme';
import { Toasts } from './ui/toast';

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server has refused it refuses again; what did not get through is worth another try.
      retry: (failures, error) =>
        failures < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
      refetchOnWindowFocus: true,
      // asked without a line, too: the service worker may know the answer
      networkMode: 'offlineFirst',
    },
    // an act fails at once instead of waiting for a line: nobody acknowledges an SOS an hour later
    mutations: { networkMode: 'always' },
  },
});
const router = createConsoleRouter(cache);

function Console() {
  const look = useLook();
  const language = useShownLanguage(look.language);
  const { theme } = look;
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = theme;
  }, [language, theme]);
  return (
    <TextProvider language={language}>
      <RouterProvider router={router} />
      <Toasts />
    </TextProvider>
  );
}

function draw(): void {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  createRoot(place).render(
    <StrictMode>
      <ChakraProvider value={system}>
        <QueryClientProvider client={cache}>
          <Console />
        </QueryClientProvider>
      </ChakraProvider>
    </StrictMode>,
  );
}
// the words first: no key is ever drawn in their place
void showLanguage(store.get().language, loadFirstWords)
  .then(draw)
  // 13 KB that tell which letters are in which of its 92 files: until they are there the system's font is shown
  .then(() => import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'));
