import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';
import '../ui/tokens.css';
import './embedded.css';
import { takeAppToken } from './app-token';
import { EmbeddedApp } from './embedded-app';
import { followTheme } from './theme';

/**
 * The entry of the pages in the customers' app's web view: light React without the console's kit, router and store. The
 * build fails when the first view of one of them needs more script than `first-view.ts` allows.
 */
takeAppToken();
followTheme();
const place = document.getElementById('root');
if (!place) throw new Error('embedded.html has no #root');
createRoot(place).render(
  <StrictMode>
    <EmbeddedApp />
  </StrictMode>,
);
