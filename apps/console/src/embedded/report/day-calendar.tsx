import { hoursOf, weeksOfMonth } from '@headland/domain/monthly-report';
import { numberText, weekdayText } from '@headland/i18n/report-text';
import { useTexts } from '../language';

const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** Shades begin at these hours; every day has its number, too. */
const shadesFrom = [0, 3, 6, 9];
const shadeOf = (hours: number): number => shadesFrom.filter((from) => hours >= from).length;

/** A month, Sunday first: each operating day with its hours. */
export function DayCalendar({ month, days }: { month: string; days: readonly { day: string; runMs: number }[] }) {
  const { t, language } = useTexts();
  const hours = new Map(days.map(({ day, runMs }) => [day, hoursOf(runMs)]));
  const total = days.reduce((sum, { runMs }) => sum + hoursOf(runMs), 0);
  return (
    <>
      <div className="head">
        <h3 id="calendar">{t('appReport.operatingDays')}</h3>
        {days.length > 0 && (
          <span className="quiet num">
            {t('appReport.dayMean', { hours: numberText(language, total / days.length, 1) })}
          </span>
        )}
      </div>
      <table className="calendar" aria-labelledby="calendar">
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col">
                {weekdayText(language, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map((week, i) => (
            <tr key={week.find((day) => day !== null) ?? i}>
              {week.map((day, weekday) => (
                <td key={weekdays[weekday]}>{day !== null && <Day day={day} hours={hours.get(day) ?? null} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Day({ day, hours }: { day: string; hours: number | null }) {
  const { t, language } = useTexts();
  const date = Number(day.slice(8));
  if (hours === null) return <span className="day num">{date}</span>;
  const text = numberText(language, hours, 1);
  return (
    <span className={`day ran shade-${shadeOf(hours)}`}>
      <span className="sr">{t('appReport.calendarDay', { day: date, hours: text })}</span>
      <span aria-hidden="true" className="num">
        {date}
      </span>
      <b aria-hidden="true" className="num">
        {text}
      </b>
    </span>
  );
}
