import { mkdirSync, writeFileSync } from 'node:fs';
import { languages } from '@headland/i18n/messages';
import { inCheckout } from './run/checkout';
import { guideText, shown } from './run/guide-text';
import { runTour } from './run/tour';

/** `npm run lab -- guide [--text]`: writes docs/guide from the help of the screens, and takes its images anew; `--text`: without these. */
const folder = inCheckout('docs/guide');
mkdirSync(folder, { recursive: true });
for (const language of languages) writeFileSync(`${folder}/${language}.md`, guideText(language));
if (!process.argv.includes('--text'))
  process.exitCode = runTour('guide', {
    GUIDE_OUT: `${folder}/images`,
    GUIDE_STOPS: Object.values(shown).join(),
  });
