import type { AppReportVehicle, appReports } from '@headland/contracts/app-report';
import { appReportPaths } from '@headland/contracts/app-report-paths';
import { inDistanceUnit } from '@headland/domain/distance-unit';
import { figureText, monthText } from '@headland/i18n/report-text';
import { useCallback, useState } from 'react';
import { appToken } from '../app-token';
import { ask } from '../client';
import { Chevron, Frame } from '../frame';
import { useTexts } from '../language';
import { go, useRoute } from '../route';
import { ErrorCard, FromApp, Loading, Message } from '../states';
import { useAnswer } from '../use-answer';
import { issuePathToken, reportAddress } from './path-token';
import { VehiclePicture } from './vehicle-picture';

/** Months of a machine that are shown until all are requested. */
const fewMonths = 3;

/** The customer's machines with their last twelve months; a month leads to its report. */
export function ReportListPage() {
  const { t } = useTexts();
  const token = appToken();
  return <Frame title={t('appReport.title')}>{token === null ? <FromApp /> : <Vehicles token={token} />}</Frame>;
}

function Vehicles({ token }: { token: string }) {
  const { t, language } = useTexts();
  const [pages, setPages] = useState(1);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const asked = { token, language, signal };
      const read = await Promise.all(
        Array.from({ length: pages }, (_, i) =>
          ask<typeof appReports.list>(appReportPaths.list, { query: { page: i + 1 } }, asked),
        ),
      );
      return { rows: read.flatMap((page) => page.rows), total: read.at(-1)?.page.total ?? 0 };
    },
    [token, language, pages],
  );
  const { data, error, busy, retry } = useAnswer(load);
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  if (data.total === 0) return <Message>{t('appReport.none')}</Message>;
  return (
    <>
      {data.rows.map((vehicle) => (
        <Vehicle key={vehicle.id} vehicle={vehicle} token={token} />
      ))}
      {data.rows.length < data.total && (
        <button type="button" className="button" disabled={busy} onClick={() => setPages((n) => n + 1)}>
          {t('embedded.more')}
        </button>
      )}
    </>
  );
}

function Vehicle({ vehicle, token }: { vehicle: AppReportVehicle; token: string }) {
  const { t, language } = useTexts();
  const [all, setAll] = useState(false);
  const { opening, error, open } = useOpenReport(vehicle.id);
  const tail = vehicle.vin.slice(-6);
  const shown = all ? vehicle.months : vehicle.months.slice(0, fewMonths);
  return (
    <section className="card vehicle" aria-labelledby={`vehicle-${vehicle.id}`}>
      <div className="head">
        {vehicle.pictured && <VehiclePicture id={vehicle.id} token={token} />}
        <div>
          <h2 id={`vehicle-${vehicle.id}`}>{vehicle.model}</h2>
          <p className="quiet num">{t('appReport.vinTail', { tail })}</p>
        </div>
      </div>
      <p className="quiet">{t('appReport.lead')}</p>
      <dl className="pair">
        <div>
          <dt>{t('appReport.operatingTime')}</dt>
          <dd className="num">{hoursText(vehicle.total, language)}</dd>
        </div>
        <div>
          <dt>{t('appReport.distance')}</dt>
          <dd className="num">{distanceText(vehicle.total, vehicle, language)}</dd>
        </div>
      </dl>
      <ul className="months">
        {shown.map((sums) => {
          const month = monthText(language, sums.month);
          return (
            <li key={sums.month}>
              <button type="button" disabled={opening !== null} onClick={() => void open(sums.month)}>
                <span className="sr">{t('appReport.openMonth', { vehicle: vehicle.model, month })}</span>
                <span aria-hidden="true" className="month">
                  {month}
                </span>
                <span className="sums num">
                  <span>{hoursText(sums, language)}</span> {/* a month without data has one dash, not two */}
                  {sums.distanceKm !== null && <span>{distanceText(sums, vehicle, language)}</span>}
                </span>
                <Chevron right />
              </button>
            </li>
          );
        })}
      </ul>
      {vehicle.months.length > fewMonths && (
        <button type="button" className="button plain" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'appReport.fewerMonths' : 'appReport.allMonths')}
        </button>
      )}
      {error !== null && <ErrorCard error={error} />}
    </section>
  );
}

/** A report is opened by an address with a token of its machine. */
function useOpenReport(id: number) {
  const { language } = useTexts();
  const { query } = useRoute();
  const [opening, setOpening] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const open = async (month: string): Promise<void> => {
    setOpening(month);
    setError(null);
    try {
      go(reportAddress(id, await issuePathToken(id, language), { month, lang: query.get('lang') }));
    } catch (refusal) {
      setError(refusal);
    } finally {
      setOpening(null);
    }
  };
  return { opening, error, open };
}

type Sums = AppReportVehicle['total'];
type Language = ReturnType<typeof useTexts>['language'];
const hoursText = ({ operatingHours: value }: Sums, language: Language): string =>
  figureText(language, { value, unit: 'hours', digits: 1 });
const distanceText = ({ distanceKm }: Sums, { units: unit }: AppReportVehicle, language: Language): string =>
  figureText(language, { value: distanceKm === null ? null : inDistanceUnit(distanceKm, unit), unit, digits: 1 });
