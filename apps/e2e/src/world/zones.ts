/** Time zones of the browsers and API calls of the journeys. */
export const deskZone = 'Asia/Seoul';

/** A time zone where it is between noon and one o'clock: this morning is today, at whatever hour a journey runs. */
export function noonZone(now: Date): string {
  const eastHours = 12 - now.getUTCHours();
  // these zone names have the opposite sign
  return eastHours === 0 ? 'Etc/GMT' : `Etc/GMT${eastHours > 0 ? '-' : '+'}${Math.abs(eastHours)}`;
}

export const clockIn = (timeZone: string, ts: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(ts);
export const dayIn = (timeZone: string, ts: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ts);
/** The date in that zone, `ago` days before today. */
export const deskDay = (ago = 0): string => dayIn(deskZone, Date.now() - ago * 86_400_000);
