import type { AppReport, appReports } from '@headland/contracts/app-report';
import { appReportPaths } from '@headland/contracts/app-report-paths';
import { plusMonths } from '@headland/domain/monthly-report';
import { monthText } from '@headland/i18n/report-text';
import { useCallback } from 'react';
import { appToken } from '../app-token';
import { addressOf, ask, Refusal } from '../client';
import { Chevron, Frame } from '../frame';
import { useTexts } from '../language';
import { go, setQuery, useRoute } from '../route';
import { ErrorCard, FromApp, Loading } from '../states';
import { useAnswer } from '../use-answer';
import { endsSoon, issuePathToken, reportAddress } from './path-token';
import { ReportCards } from './report-cards';

/** As far back as the picker goes. */
const pickedMonths = 36;

/** One machine's month, by the id and the token in the address. */
export function ReportDetailPage() {
  const { t } = useTexts();
  const { segments } = useRoute();
  const [, vinId, accessToken] = segments;
  return (
    <Frame title={t('appReport.title')}>
      {vinId === undefined || accessToken === undefined ? (
        <FromApp />
      ) : (
        // the token is renewed in the address; the machine stays
        <Month key={vinId} vinId={vinId} accessToken={accessToken} />
      )}
    </Frame>
  );
}

function Month({ vinId, accessToken }: { vinId: string; accessToken: string }) {
  const { language } = useTexts();
  const { query } = useRoute();
  const asked = monthOf(query);
  const load = useCallback(
    (signal: AbortSignal) => {
      // read from the address: a renewed token there is no reason to read the report again
      const token = new URL(location.href).pathname.split('/')[3] ?? '';
      const read = (used: string): Promise<AppReport> =>
        ask<typeof appReports.reportByPath>(
          appReportPaths.reportByPath,
          { params: { vinId, accessToken: used }, query: { month: asked ?? undefined } },
          { language, signal },
        );
      return read(token).catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'E0802' || appToken() === null) throw error;
        return read(await renew(vinId, language));
      });
    },
    [vinId, asked, language],
  );
  const { data, error, busy, retry } = useAnswer(load);
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  return (
    <div className="report" aria-busy={busy}>
      <MonthPicker month={asked ?? data.month} soFar={data.soFar && !busy} />
      <ReportCards report={data} />
      <PdfLink vinId={vinId} accessToken={accessToken} month={data.month} />
    </div>
  );
}

/** A new token for the address; the app's own must still be good. */
async function renew(vinId: string, language: 'ko' | 'en'): Promise<string> {
  const token = await issuePathToken(Number(vinId), language);
  const query = new URLSearchParams(location.search);
  go(reportAddress(vinId, token, { month: query.get('month'), lang: query.get('lang') }), { replace: true });
  return token;
}

const monthOf = (query: URLSearchParams): string | null => {
  const month = query.get('month');
  return month !== null && /^20\d{2}-(0[1-9]|1[0-2])$/u.test(month) ? month : null;
};

/** Today's month by the zone of the device, as the server expects it. */
const currentMonth = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
};

function MonthPicker({ month, soFar }: { month: string; soFar: boolean }) {
  const { t, language } = useTexts();
  const current = currentMonth();
  const pick = (picked: string): void => setQuery({ month: picked });
  const list = Array.from({ length: pickedMonths }, (_, i) => plusMonths(current, -i));
  const months = list.includes(month) ? list : [month, ...list];
  return (
    <section className="card picker">
      <button
        type="button"
        className="icon"
        aria-label={t('appReport.earlier')}
        onClick={() => pick(plusMonths(month, -1))}
      >
        <Chevron />
      </button>
      <label>
        <span className="sr">{t('appReport.month')}</span>
        <select value={month} onChange={(event) => pick(event.target.value)}>
          {months.map((each) => (
            <option key={each} value={each}>
              {monthText(language, each)}
            </option>
          ))}
        </select>
        {soFar && <span className="chip">{t('appReport.soFar')}</span>}
      </label>
      <button
        type="button"
        className="icon"
        aria-label={t('appReport.later')}
        disabled={month >= current}
        onClick={() => pick(plusMonths(month, 1))}
      >
        <Chevron right />
      </button>
    </section>
  );
}

/** An address of its own: a web view hands it to the system's downloads, which it cannot do with bytes in memory. */
function PdfLink({ vinId, accessToken, month }: { vinId: string; accessToken: string; month: string }) {
  const { t, language } = useTexts();
  const address = (token: string): string =>
    addressOf(appReportPaths.pdfByPath, { params: { vinId, accessToken: token }, query: { month, lang: language } });
  return (
    <a
      className="button"
      href={address(accessToken)}
      download
      rel="noreferrer"
      onClick={(event) => {
        if (appToken() === null || !endsSoon(accessToken, Date.now())) return;
        event.preventDefault();
        void renew(vinId, language).then((token) => location.assign(address(token)));
      }}
    >
      {t('appReport.pdf')}
    </a>
  );
}
