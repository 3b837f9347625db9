import { dash } from '@headland/contracts/statistics';
import { plusDays } from '@headland/domain/zone-day';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';

/** A week of the dashboard; the strip counts what `now` says. */
export function dashAnswers(
  now: () => { vehicles: number; online: number; engineOn: number; offline: number } & Record<string, unknown>,
): FakeAnswer[] {
  const days = (): string[] =>
    Array.from({ length: 7 }, (_, i) => plusDays(new Date().toLocaleDateString('en-CA'), i - 7));
  const wave = (i: number, by: number): number => Math.round(by * (0.6 + 0.4 * Math.sin(i * 1.7 + by)));
  return [
    answer(
      dash.now,
      () =>
        ({
          ...now(),
          transfersAwaiting: 6,
          oldestTransferAt: new Date(Date.now() - 4 * 86_400_000).toISOString(),
          consumablesExceeded: 128,
          consumablesImminent: 342,
        }) as never,
    ),
    answer(dash.faults, () => ({
      days: days().map((day, i) => ({ day, occurred: wave(i, 12), accepted: wave(i, 14), completed: wave(i, 11) })),
      total: { occurred: 60, accepted: 74, completed: 62 },
      before: { occurred: 72, accepted: 70, completed: 66 },
      codes: [
        { code: 'E0389', name: { ko: '요소수 품질 불량', en: 'Urea quality poor' }, count: 31 },
        { code: 'E0374', name: { ko: '연료압 낮음', en: 'Fuel pressure low' }, count: 22 },
        { code: 'E0306', name: { ko: '흡기압 센서 전압 높음', en: 'Intake pressure sensor voltage high' }, count: 17 },
      ],
      counting: false,
    })),
    answer(dash.sos, () => ({
      days: days().map((day, i) => ({ day, button: 1 + (i % 3), rollover: i % 2, collision: i === 3 ? 2 : 0 })),
      total: { button: 13, rollover: 3, collision: 2 },
      before: 14,
      resolved: 11,
      falseAlarms: 6,
      medianAcknowledgeSeconds: 34,
      medianResolveSeconds: 2520,
    })),
    answer(dash.members, () => ({
      days: days().map((day, i) => ({ day, joined: wave(i, 12), withdrawn: i % 3 === 0 ? 1 : 0 })),
      joined: 64,
      withdrawn: 3,
      before: 55,
      registered: 3571,
    })),
    answer(dash.sales, () => ({
      days: days().map((day, i) => ({ day, sold: wave(i, 7) })),
      total: 37,
      before: 42,
      models: [
        { model: 'HL 6-110', sold: 14 },
        { model: 'HL 4-58', sold: 10 },
        { model: 'HE-55', sold: 6 },
        { model: 'HL 9-145', sold: 5 },
        { model: 'HE-80', sold: 2 },
      ],
    })),
    answer(dash.mileage, () => ({
      from: days()[0] ?? '',
      to: days()[6] ?? '',
      km: 412.6,
      before: 381.4,
      vehicles: [412.6, 388.1, 351.9, 340.4, 322.7].map((km, i) => ({
        id: i + 1,
        vin: `HDLT9B45NSK00028${i}`,
        model: i % 2 ? 'HL 6-110' : 'HL 9-145',
        km,
        hours: km / 12,
      })),
      counting: false,
    })),
    answer(dash.engines, () => ({
      days: days().map((day, i) => ({ day, on: 1500 + wave(i, 1500), vehicles: 4218 })),
      before: 2807,
      counting: false,
    })),
  ];
}
