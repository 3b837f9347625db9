import type { AppReport } from '@headland/contracts/app-report';
import { hoursOf, reportFigures, type ReportFigure } from '@headland/domain/monthly-report';
import { changeText, loadBandTexts, momentText, numberText, unitText, unknown } from '@headland/i18n/report-text';
import { useTexts } from '../language';
import { DayCalendar } from './day-calendar';

/** The report in the order of its specification: machine, operating time, driving, shares, errors, engine. */
export function ReportCards({ report }: { report: AppReport }) {
  const { t } = useTexts();
  const { figures, before, units, soFar } = report;
  const [operatingTime, ...driving] = reportFigures(units, figures, before.figures);
  return (
    <>
      <section className="card">
        <dl>
          <div className="machine">
            <dt className="quiet">{t('appReport.model')}</dt>
            <dd>
              <h2>{report.model}</h2>
              <span className="quiet num">{t('appReport.vinTail', { tail: report.vin.slice(-6) })}</span>
            </dd>
          </div>
          {operatingTime && <Figure figure={operatingTime} monthBefore={before.month} hero />}
        </dl>
        {figures.runMs === null && <p className="note">{t('appReport.noData')}</p>}
        {soFar && figures.runMs !== null && before.figures.runMs !== null && <SameDays month={before.month} />}
      </section>
      <section className="card" aria-labelledby="driving">
        <h2 id="driving">{t('appReport.driving')}</h2>
        <dl className="figures">
          {driving.map((figure) => (
            <Figure key={figure.name} figure={figure} monthBefore={before.month} />
          ))}
        </dl>
        <DayCalendar month={report.month} days={report.days} />
      </section>
      <Shares report={report} />
      <Errors report={report} />
      <Engine report={report} />
    </>
  );
}

function SameDays({ month }: { month: string }) {
  const { t, language } = useTexts();
  const from = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01`));
  return <p className="note">{t('appReport.sameDays', { from })}</p>;
}

function Figure({ figure, monthBefore, hero = false }: { figure: ReportFigure; monthBefore: string; hero?: boolean }) {
  const { t, language } = useTexts();
  const { name, value, unit, digits } = figure;
  const change = changeText(language, figure, monthBefore);
  return (
    <div className={hero ? 'figure hero' : 'figure'}>
      <dt>{t(`appReport.${name}`)}</dt>
      <dd>
        <b className="num">{numberText(language, value, digits)}</b>
        {value !== null && <span className="unit">{unitText(language, unit, value)}</span>}
        {change !== null && (
          <span className="change">
            <span aria-hidden="true">{['↓', '=', '↑'][change.direction + 1]} </span>
            {change.text}
          </span>
        )}
      </dd>
    </div>
  );
}

function Shares({ report: { figures } }: { report: AppReport }) {
  const { t } = useTexts();
  const parts = [
    { name: 'idle', percent: figures.idlePercent },
    { name: 'work', percent: figures.workPercent },
    { name: 'drive', percent: figures.drivePercent },
  ] as const;
  return (
    <section className="card" aria-labelledby="shares">
      <h2 id="shares">{t('appReport.shares')}</h2>
      {parts[0].percent !== null && (
        <div className="bar-100" aria-hidden="true">
          {parts.map(({ name, percent }) => (
            <span key={name} className={name} style={{ width: `${percent ?? 0}%` }} />
          ))}
        </div>
      )}
      <dl className="shares">
        {parts.map(({ name, percent }) => (
          <div key={name}>
            <dt>
              <i className={name} aria-hidden="true" />
              {t(`appReport.${name}`)}
            </dt>
            <dd className="num">{percent === null ? unknown : `${percent}%`}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Errors({ report: { errors, timeZone, figures } }: { report: AppReport }) {
  const { t } = useTexts();
  return (
    <section className="card" aria-labelledby="errors">
      <div className="head">
        <h2 id="errors">{t('appReport.errors')}</h2>
        {errors.length > 0 && <span className="quiet">{t('appReport.errorCount', { n: errors.length })}</span>}
      </div>
      {errors.length === 0 ? (
        <p>{figures.runMs === null ? unknown : t('appReport.noErrors')}</p>
      ) : (
        <ul className="errors">
          {errors.map((error) => (
            <li key={`${error.code} ${error.occurredAt}`}>
              <dl>
                <div>
                  <dt>{t('appReport.errorCode')}</dt>
                  <dd className="num">{error.code}</dd>
                </div>
                <div>
                  <dt>{t('appReport.errorName')}</dt>
                  <dd>{error.name}</dd>
                </div>
                <div>
                  <dt>{t('appReport.occurredAt')}</dt>
                  <dd className="num">{momentText(error.occurredAt, timeZone)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Engine({ report: { figures } }: { report: AppReport }) {
  const { t, language } = useTexts();
  const { loadMs, meanRpm } = figures;
  const most = Math.max(1, ...(loadMs ?? []));
  return (
    <section className="card" aria-labelledby="engine">
      <h2 id="engine">{t('appReport.engine')}</h2>
      <h3>{t('appReport.load')}</h3>
      <dl className="loads">
        {loadBandTexts.map((band, i) => {
          const ms = loadMs?.[i] ?? null;
          return (
            <div key={band}>
              <dt className="num">{band} %</dt>
              <dd>
                <span className="track" aria-hidden="true">
                  <span style={{ width: `${((ms ?? 0) / most) * 100}%` }} />
                </span>
                <span className="num value">
                  {numberText(language, ms === null ? null : hoursOf(ms), 1)}
                  {ms !== null && <span className="unit">{t('appReport.unit.hours')}</span>}
                </span>
              </dd>
            </div>
          );
        })}
        <div className="mean">
          <dt>{t('appReport.meanRpm')}</dt>
          <dd>
            <span className="num value">
              {numberText(language, meanRpm)}
              {meanRpm !== null && <span className="unit">rpm</span>}
            </span>
          </dd>
        </div>
      </dl>
    </section>
  );
}
