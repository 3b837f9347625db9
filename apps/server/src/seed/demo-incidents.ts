import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { AcceptFault, AcceptFaultHandler } from '../incidents/faults/accept-fault.command';
import { CompleteFault, CompleteFaultHandler } from '../incidents/faults/complete-fault.command';
import { RecordFaultMessage, RecordFaultMessageHandler } from '../incidents/faults/record-fault-message.command';
import type { Config } from '../platform/config';
import { Change } from '../platform/event-log/change';
import { system, type Caller } from '../platform/caller';
import { AcknowledgeSos, AcknowledgeSosHandler } from '../incidents/sos/acknowledge-sos.command';
import { MarkFalseAlarm, MarkFalseAlarmHandler } from '../incidents/sos/mark-false-alarm.command';
import { DispatchSos, DispatchSosHandler } from '../incidents/sos/dispatch-sos.command';
import { RecordSosMessages, RecordSosMessagesHandler } from '../incidents/sos/record-sos-messages.command';
import { ResolveSos, ResolveSosHandler } from '../incidents/sos/resolve-sos.command';
import type { Machine } from './demo-business';
import type { MorningSample } from './working-morning';
import { faultIsOpen } from '../platform/database/open-sql';

export interface Morning {
  machine: Machine;
  samples: MorningSample[];
}
export const minuteMs = 60_000;
export const zones = { KR: 'Asia/Seoul', US: 'America/Chicago' } as const;
/** The boot before the first: whatever a terminal sends from now on is newer. */
export const boot = 0;

/** One thing that happened, and when. */
interface Act {
  at: number;
  run: () => Promise<unknown>;
}

/** Keys turned, faults (of the first `ofFaults` mornings) and calls for help, done in the order of their time, so that the log reads like a day. */
export async function addIncidents(
  database: DataSource,
  config: Config,
  mornings: readonly Morning[],
  ofFaults = faults.length,
): Promise<void> {
  let clock = new Date(0);
  const now = (): Date => clock;
  const story = new Story(database, config, new Change(database, now), now, await clerk(database));
  const [broken, calling] = [mornings.slice(0, ofFaults), mornings.slice(ofFaults)];
  const acts = [
    ...mornings.flatMap((m) => story.keyTurned(m)),
    ...faults.flatMap((fault, i) => (broken[i] ? story.fault(broken[i], fault) : [])),
    ...calls.flatMap((call, i) => (calling[i] ? story.call(calling[i], call) : [])),
  ];
  for (const act of acts.sort((a, b) => a.at - b.at)) {
    clock = new Date(act.at);
    await act.run();
  }
}

class Story {
  constructor(
    private readonly database: DataSource,
    private readonly config: Config,
    private readonly change: Change,
    private readonly now: () => Date,
    private readonly by: Caller,
  ) {}

  keyTurned({ machine, samples }: Morning): Act[] {
    const engineEvent = (name: 'engine.started' | 'engine.stopped', at: number): Act => ({
      at,
      run: async () => {
        const { vehicleId, organizationId } = await this.vehicle(machine);
        await this.change.run(system, async (_, emit) =>
          emit(name, { vehicleId, deviceId: machine.deviceId }, { organizationId, vehicleId }),
        );
      },
    });
    return [engineEvent('engine.started', samples[0]?.ts ?? 0), engineEvent('engine.stopped', samples.at(-1)?.ts ?? 0)];
  }

  fault({ machine, samples }: Morning, { end, also = [], ...first }: (typeof faults)[number]): Act[] {
    const at = partOf(samples, 0.3);
    const message = {
      v: 1 as const,
      boot,
      seq: 1,
      ts: at.ts,
      active: [first, ...also],
      cleared: [],
      lat: at.lat,
      lon: at.lon,
    };
    const acts: Act[] = [
      {
        at: at.ts,
        run: () =>
          new RecordFaultMessageHandler(this.change).execute(
            new RecordFaultMessage(machine.deviceId, message, at.ts + 1_500),
          ),
      },
      {
        at: at.ts + 12 * minuteMs,
        run: async () => {
          const { organizationId } = await this.vehicle(machine);
          for (const id of await this.openReports(machine))
            await new AcceptFaultHandler(this.change, this.now).execute(
              new AcceptFault(id, { agencyId: organizationId, channel: 'sms', memo: '확인 요청' }, this.by),
            );
        },
      },
    ];
    if (end === null) return acts;
    const completedAt = at.ts + 200 * minuteMs;
    const body = end.kind === 'repair' ? { ...end, repairedOn: dayOf(completedAt, zones[machine.region]) } : end;
    return [
      ...acts,
      {
        at: completedAt,
        run: async () => {
          for (const id of await this.openReports(machine))
            await new CompleteFaultHandler(this.change, this.now).execute(new CompleteFault(id, body, this.by));
        },
      },
    ];
  }

  call({ machine, samples }: Morning, { type, end, resolution }: (typeof calls)[number]): Act[] {
    const at = partOf(samples, 0.6);
    const message = {
      v: 1 as const,
      boot,
      seq: 1,
      ts: at.ts,
      type,
      lat: at.lat,
      lon: at.lon,
      speed: 0,
      ...(type === 'rollover' ? { tilt: { x: 61.5, y: 8.2, z: 2.1 } } : {}),
    };
    const id = (): Promise<number> => this.lastSos(machine);
    const seen: Act[] = [
      {
        at: at.ts,
        run: () =>
          new RecordSosMessagesHandler(this.change, this.config).execute(
            new RecordSosMessages(machine.deviceId, [{ message, receivedAt: at.ts + 800 }]),
          ),
      },
      {
        at: at.ts + 24_000,
        run: async () =>
          new AcknowledgeSosHandler(this.change, this.now).execute(new AcknowledgeSos(await id(), this.by)),
      },
    ];
    if (end === 'falseAlarm') {
      return [
        ...seen,
        {
          at: at.ts + 6 * minuteMs,
          run: async () =>
            new MarkFalseAlarmHandler(this.change, this.now).execute(
              new MarkFalseAlarm(await id(), { cause: 'operatorMistake', resolution }, this.by),
            ),
        },
      ];
    }
    const helper = { person: '정영호', phone: '010-5555-0199', etaMinutes: 20 };
    return [
      ...seen,
      {
        at: at.ts + 2 * minuteMs,
        run: async () =>
          new DispatchSosHandler(this.change, this.now).execute(
            new DispatchSos(await id(), { agencyId: (await this.vehicle(machine)).organizationId, ...helper }, this.by),
          ),
      },
      {
        at: at.ts + 55 * minuteMs,
        run: async () =>
          new ResolveSosHandler(this.change, this.now).execute(
            new ResolveSos(await id(), { resolution, injured: 'no' }, this.by),
          ),
      },
    ];
  }

  private async lastSos({ deviceId }: Machine): Promise<number> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT max(id) AS id FROM sos_call WHERE device_id = $1',
      [deviceId],
    );
    return row?.id ?? 0;
  }

  private async openReports({ deviceId }: Machine): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM fault_report WHERE device_id = $1 AND ${faultIsOpen()} ORDER BY id`,
      [deviceId],
    );
    return rows.map((r) => r.id);
  }

  private async vehicle({ deviceId }: Machine): Promise<{ vehicleId: number; organizationId: number }> {
    const [row] = await this.database.query<{ vehicleId: number; organizationId: number }[]>(
      'SELECT id AS "vehicleId", organization_id AS "organizationId" FROM vehicle WHERE device_id = $1',
      [deviceId],
    );
    if (row === undefined) throw new Error(`no vehicle carries ${deviceId}`);
    return row;
  }
}

function partOf(samples: readonly MorningSample[], share: number): MorningSample {
  const sample = samples[Math.floor(samples.length * share)];
  if (sample === undefined) throw new Error('a morning without samples');
  return sample;
}

interface Reported {
  code: string;
  spn: number;
  fmi: number;
  count: number;
}
const faults: (Reported & { also?: Reported[]; end: { kind: 'repair' | 'processing'; memo: string } | null })[] = [
  { code: 'E0303', spn: 102, fmi: 3, count: 2, end: { kind: 'repair', memo: '부스트압 센서 배선 교체, 시운전 정상' } },
  { code: 'E0306', spn: 132, fmi: 3, count: 1, end: { kind: 'processing', memo: '커넥터 접점 세척 후 재발 없음' } },
  { code: 'E0309', spn: 174, fmi: 3, count: 4, end: { kind: 'repair', memo: '연료온 센서 교체' } },
  {
    // a sensor supply with two sensors that hang on it, and a code that no catalogue knows
    code: 'E0439',
    spn: 3509,
    fmi: 3,
    count: 1,
    also: [
      { code: 'E0312', spn: 100, fmi: 3, count: 1 },
      { code: 'E0330', spn: 157, fmi: 3, count: 1 },
      { code: 'E0901', spn: 520_312, fmi: 31, count: 2 },
    ],
    end: null,
  },
];
const calls: { type: 'button' | 'rollover'; end: 'resolved' | 'falseAlarm'; resolution: string }[] = [
  { type: 'rollover', end: 'resolved', resolution: '논둑에서 기울어짐. 대리점이 크레인으로 견인, 운전자 이상 없음.' },
  { type: 'button', end: 'falseAlarm', resolution: '운전석 청소 중 잘못 누름. 통화로 확인.' },
];

/** The demo's head office, as it would act from a console. */
async function clerk(database: DataSource): Promise<Caller> {
  const [row] = await database.query<{ id: number; login_id: string; name: string; organization_id: number }[]>(
    "SELECT id, login_id, name, organization_id FROM user_account WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' LIMIT 1",
  );
  if (row === undefined) throw new Error('the demo has no head office');
  return {
    userId: row.id,
    loginId: row.login_id,
    name: row.name,
    groupType: 'HEAD_OFFICE',
    role: 'ADMIN',
    organizationId: row.organization_id,
    sessionId: 'demo',
    kioskId: null,
    scope: { all: true },
    language: 'ko',
    timeZone: 'Asia/Seoul',
    address: '127.0.0.1',
    agent: null,
  };
}
