import { diagnosis } from '@headland/contracts/diagnosis';
import { programProfiles } from '@headland/contracts/profile';
import { type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { profileVersions } from './profile-versions';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import { aPreflight, aProgram, aReprogramRow, aRun, aServiceDetail } from '../src/testing/programs';

/** Vehicles 1–3: one with nothing on its way, one that is being programmed, one whose last program failed. */
export function programAnswers(): FakeAnswer[] {
  const files = [
    aProgram(3),
    aProgram(4, { name: 'urea.ddr', format: 'ddr', target: 'dcu', version: 'DCU-1.9.0', bytes: 96_000 }),
  ];
  const runs = new Map<number, FlashRun>([
    [
      2,
      aRun(2, {
        vehicleId: 2,
        have: [
          [0, 29],
          [34, 39],
        ],
        blocksThere: 36,
        offeredAt: new Date(Date.now() - 90_000).toISOString(),
      }),
    ],
    [
      3,
      aRun(3, {
        vehicleId: 3,
        state: 'failed',
        reason: 'verify',
        runningVersion: 'SW-3.1.0',
        rolledBack: true,
        mayCancel: false,
        endedAt: '2026-11-21T01:20:00.000Z',
      }),
    ],
  ]);
  const runOf = (id: number): FlashRun => [...runs.values()].find((r) => r.id === id) ?? missing();
  return [
    answer(programProfiles.versions, () => profileVersions),
    answer(reprogram.list, () => ({
      rows: [1, 2, 3].map((id) =>
        aReprogramRow(id, { lastFlash: runs.get(id)?.state ?? null, lastFlashAt: runs.get(id)?.offeredAt ?? null }),
      ),
      total: 3,
    })),
    answer(diagnosis.get, ({ params }) => (params.id <= 3 ? aServiceDetail(params.id) : missing())),
    answer(reprogram.files, () => ({ rows: files, total: files.length })),
    answer(reprogram.file, ({ params }) => files.find((f) => f.id === params.id) ?? missing()),
    // each file is one of a maker: what it is for is stated by hand, and confirmed as if by another account
    answer(reprogram.upload, ({ query: { target, variant, calibration, version } }) => {
      if (!target || !variant || !calibration || !version)
        throw new Problem(
          'E0001',
          {},
          { target: 'field.req', variant: 'field.req', calibration: 'field.req', version: 'field.req' },
        );
      const stated = {
        by: 'Kim Minsu',
        at: new Date().toISOString(),
        confirmedBy: null,
        confirmedAt: null,
        mayConfirm: true,
      };
      const made = aProgram(files.length + 3, { target, variant, calibration, version, stated });
      files.push(made);
      return made;
    }),
    answer(reprogram.confirm, ({ params }) => {
      const found = files.find((f) => f.id === params.id) ?? missing();
      const { stated } = found;
      if (stated !== null)
        found.stated = { ...stated, confirmedBy: 'Lee Sora', confirmedAt: new Date().toISOString(), mayConfirm: false };
      return found;
    }),
    answer(reprogram.preflight, () =>
      aPreflight(
        {},
        { battery: { ok: false, value: 12.3 }, variant: { ok: null, value: null }, parked: { ok: true, value: 0 } },
      ),
    ),
    answer(reprogram.runs, ({ params }) => {
      const run = runs.get(params.id);
      return { rows: run ? [run] : [], total: run ? 1 : 0 };
    }),
    answer(reprogram.run, ({ params }) => runOf(params.runId)),
    answer(reprogram.log, ({ params }) => {
      const run = runOf(params.runId);
      return {
        preflight: aPreflight({}, { battery: { ok: true, value: 12.6 } }),
        steps: ['offered', run.state].map((state, i) => ({
          number: i,
          at: run.offeredAt,
          state,
          reason: i === 0 ? null : run.reason,
          by: i === 0 ? run.by : null,
        })),
      };
    }),
    answer(reprogram.cancel, ({ params }) => {
      const run = {
        ...runOf(params.runId),
        state: 'cancelled' as const,
        mayCancel: false,
        endedAt: new Date().toISOString(),
      };
      runs.set(run.vehicleId, run);
      return run;
    }),
    answer(reprogram.start, ({ params, body }) => {
      const run = aRun(100 + params.id, {
        vehicleId: params.id,
        state: 'offered',
        have: [],
        blocksThere: 0,
        file: files.find((f) => f.id === body.fileId) ?? missing(),
      });
      runs.set(params.id, run);
      return run;
    }),
  ];
}

function missing(): never {
  throw new Problem('NOT_FOUND');
}
