import { resolve } from 'node:path';
import { option, runTour } from './run/tour';

/**
 * `npm run lab -- contact-sheet [--out folder] [--mocks folder] [--only pattern] [--languages ko,en] [--themes light,dark]
 * [--widths 390,1440,1920]`: an image of every screen, panel and dialog that the demonstration data can show, and a sheet
 * for each combination, beside mock-ups where a folder has them.
 */
const from = (path: string | undefined): string | undefined => (path === undefined ? undefined : resolve(path));
process.exit(
  runTour('contact-sheet', {
    SHEET_OUT: from(option('out')),
    SHEET_MOCKS: from(option('mocks')),
    SHEET_ONLY: option('only'),
    SHEET_LANGUAGES: option('languages'),
    SHEET_THEMES: option('themes'),
    SHEET_WIDTHS: option('widths'),
  }),
);
