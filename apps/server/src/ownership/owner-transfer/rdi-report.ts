import type { VehicleConsumable } from '@headland/contracts/vehicle';
import { wholePercent } from '@headland/domain/consumable';
import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage, type MessageValues } from '@headland/i18n/format-message';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import type { OpenFault } from '../../fleet/vehicles/vehicle-condition.reads';

/** The content of the document. Names are masked; null: the machine never sent it. */
export interface RdiFacts {
  transferId: number;
  vin: string;
  model: string;
  releaseYear: number;
  horsepower: number;
  transmission: string | null;
  deviceId: string | null;
  firmware: string | null;
  shippedOn: string | null;
  soldOn: string | null;
  dealer: string;
  dealerPhone: string | null;
  lastSeenAt: Date | null;
  engineHours: number | null;
  odometer: number | null;
  requestedAt: Date;
  acceptedAt: Date | null;
  approvedBy: string | null;
  takenOverOn: string;
  owner: string;
  formerOwner: string;
  faults: readonly OpenFault[];
  consumables: readonly VehicleConsumable[];
}

/** The delivery and takeover document: the machine, both parties, its state when it changed hands. Times in the product's zone. */
export function rdiReport(f: RdiFacts, language: Language, timeZone: string, now: Date): Report {
  const t = (key: MessageKey, values?: MessageValues): string => formatMessage(language, key, values);
  const moment = momentIn(timeZone);
  return {
    title: t('rdi.title'),
    subtitle: `${f.model} · ${f.vin}`,
    sections: [
      vehicle(f, t),
      takeover(f, t, moment, now),
      state(f, t, moment, language),
      faults(f, t, language, moment),
      consumables(f, t, language),
    ],
    footer: t('rdi.footer', { number: f.transferId, at: moment(now), zone: timeZone }),
    madeAt: now,
  };
}

type T = (key: MessageKey, values?: MessageValues) => string;
const none = '–';

const vehicle = (f: RdiFacts, t: T): Section => ({
  heading: t('transfer.vehicle'),
  values: [
    [t('transfer.model'), f.model],
    [t('transfer.vin'), f.vin],
    [t('rdi.releaseYear'), String(f.releaseYear)],
    [t('rdi.horsepower'), `${f.horsepower} PS`],
    [t('rdi.transmission'), f.transmission ?? none],
    [t('rdi.shippedOn'), f.shippedOn ?? none],
    [t('transfer.soldOn'), f.soldOn ?? none],
    [t('transfer.dealer'), f.dealerPhone === null ? f.dealer : `${f.dealer} (${f.dealerPhone})`],
  ],
});

const takeover = (f: RdiFacts, t: T, moment: Moment, now: Date): Section => ({
  heading: t('rdi.takeover'),
  text: t('rdi.takeoverText'),
  values: [
    [t('rdi.takenOverOn'), f.takenOverOn],
    [t('rdi.approvedBy'), f.approvedBy ?? none],
    [t('rdi.formerOwner'), f.formerOwner],
    [t('rdi.newOwner'), f.owner],
    [t('transfer.requestedAt'), moment(f.requestedAt)],
    [t('transfer.acceptedAt'), f.acceptedAt === null ? none : moment(f.acceptedAt)],
    [t('rdi.approvedAt'), moment(now)],
  ],
});

function state(f: RdiFacts, t: T, moment: Moment, language: Language): Section {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const due = f.consumables.filter((c) => c.state !== 'safe').length;
  return {
    heading: t('rdi.state'),
    values: [
      [t('transfer.engineHours'), f.engineHours === null ? none : `${number.format(f.engineHours)} h`],
      [t('transfer.odometer'), f.odometer === null ? none : `${number.format(f.odometer)} km`],
      [t('rdi.device'), f.deviceId === null ? none : [f.deviceId, f.firmware].filter(Boolean).join(' · ')],
      [t('rdi.lastSeenAt'), f.lastSeenAt === null ? none : moment(f.lastSeenAt)],
      [t('transfer.faults'), t('rdi.count', { n: f.faults.length })],
      [t('rdi.due'), t('rdi.count', { n: due })],
    ],
  };
}

const faults = (f: RdiFacts, t: T, language: Language, moment: Moment): Section => ({
  heading: t('transfer.faults'),
  table: {
    head: [t('rdi.code'), t('rdi.severity'), t('transfer.status'), t('rdi.occurredAt'), t('rdi.name')],
    rows: f.faults.map((r) => [
      r.code,
      t(`severity.${r.severity}`),
      t(`faultStatus.${r.status}`),
      moment(new Date(r.occurredAt)),
      r.name[language],
    ]),
  },
});

const consumables = (f: RdiFacts, t: T, language: Language): Section => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const of = (used: number | null, cycle: number | null, unit: string): string =>
    cycle === null ? none : `${used === null ? none : number.format(used)} / ${number.format(cycle)} ${unit}`;
  return {
    heading: t('transfer.consumables'),
    table: {
      head: [t('rdi.item'), t('rdi.maintenance'), t('rdi.hours'), t('rdi.days'), t('transfer.status')],
      rows: f.consumables.map((c) => [
        c.name,
        t(`maintenance.${c.maintenance}`),
        of(c.usedHours, c.cycleHours, 'h'),
        of(c.usedDays, c.cycleDays, t('rdi.dayUnit')),
        [t(`cycleState.${c.state}`), percent(wholePercent(c.percent, c.state))].filter(Boolean).join(' '),
      ]),
      widths: ['*', 'auto', 'auto', 'auto', 'auto'],
    },
  };
};

const percent = (whole: number | null): string => (whole === null ? '' : `${whole}%`);

type Moment = (at: Date) => string;
/** 2026-05-10 18:00 */
function momentIn(timeZone: string): Moment {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => format.format(at);
}
