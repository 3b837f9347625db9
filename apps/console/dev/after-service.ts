import { afterService, type Approval, type ServiceJob } from '@headland/contracts/after-service';
import { injectorProfiles } from '@headland/contracts/profile';
import { shippedInjectorProfileFile } from '@headland/domain/after-service/injector-profile';
import { aCode, aFaultOfJob, aJob, aJobRow, anApproval, aWrite, someInjectors } from '../src/testing/after-service';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { fleet } from './fleet';
import { profileVersions } from './profile-versions';
import { rowOf } from './service';

/** Jobs that are started, written and closed here, and what a second person is asked for: vehicle 2 has one that waits. */
const jobs = new Map<number, ServiceJob>([
  [
    1,
    aJob(31, {
      state: 'inProgress',
      symptom: '공회전에서 진동이 심하고 출력이 떨어집니다.',
      fault: aFaultOfJob(8),
      parts: [{ partCode: '1J77017020', count: 2 }],
      labourMinutes: 90,
      by: '이지호',
      organization: '본사',
    }),
  ],
  [
    2,
    aJob(30, {
      state: 'closed',
      result: 'repaired',
      workDone: '2번 인젝터를 교체하고 코드를 썼습니다.',
      closedAt: new Date().toISOString(),
      closedBy: '이지호',
      by: '이지호',
      organization: '본사',
    }),
  ],
]);
let approvals: Approval[] = [anApproval(4, { vehicleId: 2, by: '박지훈', organization: '나주대리점' })];
const injectors = someInjectors();
const writes = [
  aWrite(70, { by: '이지호', organization: '본사' }),
  aWrite(71, {
    item: 'partReplacement',
    cylinder: null,
    part: 'egrValve',
    partCode: 'EGR2201',
    serial: '7654321',
    hours: 12,
    old: null,
    new: null,
    readBack: null,
    by: '이지호',
    organization: '본사',
    learned: [
      { item: 'counter', before: 7, after: 0 },
      { item: 'closedStop', before: 3.2, after: 0 },
    ],
  }),
  aWrite(72, {
    result: 'failed',
    reason: 'readBack',
    restored: true,
    verdict: null,
    cylinder: 3,
    old: aCode(3),
    readBack: aCode(3),
    by: '이지호',
    organization: '본사',
  }),
];

const edited = (jobId: number, change: (job: ServiceJob) => Partial<ServiceJob>): ServiceJob => {
  for (const [vehicleId, job] of jobs)
    if (job.id === jobId) {
      const next = { ...job, version: job.version + 1, ...change(job) };
      jobs.set(vehicleId, next);
      return next;
    }
  throw new Error(`no job ${jobId}`);
};

export function afterServiceAnswers(): FakeAnswer[] {
  return [
    answer(afterService.list, ({ query: q }) => {
      const rows = fleet.slice(0, 40).map(({ id }) => ({ ...rowOf(id), job: jobs.get(id) ?? null }));
      const hits = rows.filter(
        (r) =>
          (q.online === undefined || r.online === q.online) &&
          (q.job.length === 0 || q.job.includes(r.job?.state ?? 'none')),
      );
      return { rows: hits.slice((q.page - 1) * q.size, q.page * q.size), total: hits.length };
    }),
    answer(afterService.job, ({ params }) => ({
      job: jobs.get(params.id) ?? null,
      faults: [aFaultOfJob(8), { ...aFaultOfJob(9), code: 'E0297' }],
    })),
    answer(
      afterService.get,
      ({ params }) => [...jobs.values()].find((j) => j.id === params.jobId) ?? aJob(params.jobId),
    ),
    answer(afterService.startJob, ({ params, body }) => {
      const { vin, model } = rowOf(params.id);
      const job = aJob(40 + jobs.size, {
        vehicle: { id: params.id, vin, model },
        symptom: body.symptom,
        visitOn: body.visitOn,
        startedAt: new Date().toISOString(),
      });
      jobs.set(params.id, job);
      return job;
    }),
    answer(afterService.editJob, ({ params, body: { version: _, faultId, ...body } }) =>
      edited(params.jobId, () => ({ ...body, fault: faultId === null ? null : aFaultOfJob(faultId) })),
    ),
    answer(afterService.closeJob, ({ params, body }) => {
      const job = edited(params.jobId, () => ({
        workDone: body.workDone,
        result: body.result,
        state: 'closed',
        closedAt: new Date().toISOString(),
        closedBy: '김민수',
      }));
      return { job, completable: job.fault === null ? null : { id: job.fault.id, version: 1, code: job.fault.code } };
    }),
    answer(afterService.jobs, () => ({
      rows: [
        aJobRow(31, { state: 'inProgress', by: '이지호', organization: '본사' }, 2),
        aJobRow(
          30,
          {
            state: 'closed',
            result: 'repaired',
            fault: aFaultOfJob(8),
            parts: [{ partCode: '1J77017020', count: 2 }],
            labourMinutes: 90,
            closedAt: '2026-11-20T06:00:00.000Z',
          },
          1,
        ),
      ],
      total: 2,
    })),
    answer(afterService.writes, () => ({ rows: writes, total: writes.length })),
    answer(injectorProfiles.versions, () => profileVersions),
    answer(injectorProfiles.present, () => shippedInjectorProfileFile),
    answer(afterService.injectors, () => injectors),
    answer(afterService.approvals, ({ params }) => approvals.filter((a) => a.vehicleId === params.id)),
    answer(afterService.askApproval, ({ params, body }) => {
      const made = anApproval(5, {
        vehicleId: 1,
        sessionId: params.sessionId,
        value: body,
        mine: true,
        mayDecide: false,
      });
      approvals = [...approvals, made];
      return made;
    }),
    answer(afterService.decideApproval, ({ params, body }) => {
      const [found = anApproval(params.approvalId)] = approvals.filter((a) => a.id === params.approvalId);
      approvals = approvals.filter((a) => a.id !== params.approvalId);
      return { ...found, state: body.approve ? ('approved' as const) : ('declined' as const), mayDecide: false };
    }),
  ];
}
