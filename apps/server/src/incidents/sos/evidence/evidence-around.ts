import { sosTypes } from '@headland/contracts/device/up';
import type { Incident, TrackPoint } from '@headland/contracts/shared-shapes';
import { distanceKm } from '@headland/domain/geo';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { Section } from '../../../platform/pdf/make-pdf';
import type { EvidenceFacts } from './evidence-facts.reads';
import { none, type Formatter } from './formatter';
import { gapMs, trackDrawing } from './track-drawing';

/** Unit and decimals of a terminal's measurements (device protocol). */
const measures: Record<string, readonly [unit: string, digits: number]> = {
  speed: ['km/h', 1],
  heading: ['°', 0],
  rpm: ['rpm', 0],
  engineHours: ['h', 1],
  odometer: ['km', 1],
  fuelUsed: ['L', 1],
  fuelLevel: ['%', 0],
  defLevel: ['%', 0],
  load: ['%', 0],
  dpfSoot: ['%', 0],
  coolant: ['°C', 0],
  oilTemp: ['°C', 0],
  exhaustTemp: ['°C', 0],
  oilPressure: ['kPa', 0],
  railPressure: ['bar', 0],
  battery: ['V', 1],
  hitch: ['%', 0],
  pto: ['rpm', 0],
  tiltX: ['°', 1],
  tiltY: ['°', 1],
  tiltZ: ['°', 1],
};
const aroundMs = 5 * 60_000;

/** The machine half an hour before and after the SOS: positions, measurements, events. */
export function aroundSections({ sos, incident }: EvidenceFacts, formatter: Formatter): Section[] {
  const { t } = formatter;
  if (incident === null) return [{ heading: t('evidence.track'), text: t('evidence.noVehicle') }];
  const at = sos.lat === null || sos.lon === null ? null : { lat: sos.lat, lon: sos.lon };
  return [
    trackSection(incident, at, formatter),
    positionsSection(incident, formatter),
    valuesSection(incident, formatter),
    momentsSection(incident, formatter),
  ];
}

function trackSection(
  { points }: Incident,
  at: { lat: number; lon: number } | null,
  { t, moment, number }: Formatter,
): Section {
  if (points.length === 0) return { heading: t('evidence.track'), text: t('evidence.noTrack') };
  const drawing = trackDrawing(points, at);
  const near = points.flatMap((p, i) => {
    const before = points[i - 1];
    return before !== undefined && p.ts - before.ts <= gapMs ? [distanceKm(before, p)] : [];
  });
  return {
    heading: t('evidence.track'),
    text:
      drawing === null
        ? t('evidence.trackText')
        : `${t('evidence.trackText')} ${t('evidence.drawingText', { n: drawing.barMetres })}`,
    values: [
      [t('evidence.firstPosition'), moment(points[0]?.ts)],
      [t('evidence.lastPosition'), moment(points.at(-1)?.ts)],
      [t('evidence.positions'), String(points.length)],
      [
        t('evidence.distance'),
        number(
          near.reduce((sum, km) => sum + km, 0),
          2,
          'km',
        ),
      ],
    ],
    ...(drawing === null ? {} : { drawing: drawing.svg }),
  };
}

/** One per minute: the first measurement in it. */
function positionsSection({ points }: Incident, { t, moment, number }: Formatter): Section {
  const minutes = new Map<number, TrackPoint>();
  for (const p of points) {
    const minute = Math.floor(p.ts / 60_000);
    if (!minutes.has(minute)) minutes.set(minute, p);
  }
  return {
    heading: t('evidence.positionsTable'),
    table: {
      head: [t('evidence.at'), t('evidence.coordinates'), t('sos.speed'), t('sensor.heading'), t('sos.status')],
      rows: [...minutes.values()].map((p) => [
        moment(p.ts),
        `${p.lat.toFixed(6)}, ${p.lon.toFixed(6)}`,
        number(p.speed, 1, 'km/h'),
        number(p.heading, 0, '°'),
        p.state === null ? none : t(`state.${p.state}`),
      ]),
      widths: [114, 130, 80, 80, '*'],
    },
  };
}

/** Each sensor in the five minutes on either side: value at the SOS, minimum and maximum. */
function valuesSection({ at, values }: Incident, { t, moment, number }: Formatter): Section {
  const rows = Object.entries(measures).flatMap(([name, [unit, digits]]) => {
    const near = (values[name] ?? []).filter(([ts]) => Math.abs(ts - at) <= aroundMs);
    if (near.length === 0) return [];
    const before = near.findLast(([ts]) => ts <= at);
    const all = near.map(([, value]) => value);
    const key = name.startsWith('tilt') ? `vehicle.${name}` : `sensor.${name}`;
    return [
      [
        isMessageKey(key) ? t(key) : name,
        number(before?.[1], digits, unit),
        before === undefined ? none : moment(before[0]),
        number(Math.min(...all), digits, unit),
        number(Math.max(...all), digits, unit),
        String(all.length),
      ],
    ];
  });
  const head = ['sensor', 'atCall', 'measuredAt', 'least', 'most', 'measured'].map((c) =>
    t(`evidence.${c as 'sensor'}`),
  );
  return { heading: t('evidence.values'), table: { head, rows, widths: ['*', 76, 114, 70, 70, 46] } };
}

function momentsSection({ moments }: Incident, { t, moment, language }: Formatter): Section {
  return {
    heading: t('evidence.moments'),
    table: {
      head: [t('evidence.at'), t('evidence.step'), t('evidence.contents'), t('evidence.by')],
      rows: moments.map((m) => {
        const key = `event.${m.name}`;
        const sos = sosTypes.find((type) => type === m.what);
        const what = sos === undefined ? m.what : t(`sosType.${sos}`);
        return [
          moment(m.ts),
          isMessageKey(key) ? t(key) : m.name,
          [what, m.text?.[language]].filter((w) => w !== null && w !== undefined).join(' ') || none,
          m.by ?? none,
        ];
      }),
      widths: [114, 120, '*', 90],
    },
  };
}
