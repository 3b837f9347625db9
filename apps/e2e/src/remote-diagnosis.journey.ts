import { faults } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import { remoteResults } from '@headland/contracts/remote-results';
import { diagnosis } from '@headland/contracts/diagnosis';
import { isOpenFault } from '@headland/domain/fault';
import { cylinderText } from '@headland/i18n/diagnosis-labels';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Api } from './world/api';
import { expect, test } from './world/journey';
import { Plant } from './world/plant';
import { Simulator } from './world/simulator';
import { ApiBench, Bench, canBeConnected, makePatients, type Patient, type Run } from './world/workshop';
import { ko, pattern, type Translate } from './world/translate';

/** State of one machine, its defects, and the results of its tests. `onScreen`: run in the browser, not at the API. */
interface Case {
  defects?: readonly string[];
  engine: 'run' | 'stop';
  warm: boolean;
  runs: readonly Run[];
  onScreen?: true;
}
const passes = (...tests: string[]): Run[] => tests.map((name) => ({ test: name, found: 'pass' }));
const seen = (name: string, key: string, yes: boolean): Run => ({
  test: name,
  found: yes ? 'pass' : 'fail',
  answer: { key, yes, photo: yes && key === 'spray.25mm' },
});
/** The level that a person reads in the tank: the one that the unit reports, or an empty tank. */
const levelSeen = (found: 'pass' | 'fail'): Run => ({
  test: 'lqsLevel',
  found,
  answer: { key: 'def.level.seen', sees: 'def.level', tooLow: found === 'fail' },
});
const fails = (name: string, texts: (t: Translate) => readonly string[] = () => []): Run => ({
  test: name,
  found: 'fail',
  texts,
});
const cylinder = (n: number) => (t: Translate) => [
  t('diagEvidence.cylinder', { n: cylinderText(n) }),
  t('diagSymptom.uneven'),
];
const low = (t: Translate) => [t('diagSymptom.low')];

/**
 * Every test of the catalogue that can be run from here: passed by a machine without defects, failed by one with the
 * defect that it is to find.
 */
const sound: readonly Case[] = [
  { engine: 'run', warm: true, runs: passes('shutoff', 'highpre', 'prvTest', 'runup') },
  { engine: 'run', warm: true, runs: passes('leakTest') },
  { engine: 'stop', warm: true, runs: passes('compres') },
  {
    engine: 'stop',
    warm: false,
    runs: [...passes('acvTest', 'egrTest', 'plugTest'), seen('buzzTest', 'buzzer.heard', true), ...passes('hpTest')],
  },
  {
    engine: 'stop',
    warm: false,
    runs: passes('ureaStabilisation', 'lqsTemp', 'pumpPriming', 'defControlTest', 'defHeaterTest'),
  },
  {
    engine: 'stop',
    warm: false,
    runs: [
      ...passes('pumpPriming'),
      seen('defInjectTest', 'spray.25mm', true),
      ...passes('ureaStabilisation'),
      levelSeen('pass'),
    ],
    onScreen: true,
  },
];
const faulty: readonly Case[] = [
  {
    defects: ['weak-injector:2'],
    engine: 'run',
    warm: true,
    runs: [fails('shutoff', cylinder(2)), fails('runup', cylinder(2))],
    onScreen: true,
  },
  // the test stops by itself before it overloads the pump
  {
    defects: ['worn-pump'],
    engine: 'run',
    warm: true,
    runs: [{ test: 'highpre', found: 'aborted', texts: (t) => [t('diagReason.limit')] }],
    onScreen: true,
  },
  { defects: ['worn-pump'], engine: 'stop', warm: false, runs: [fails('hpTest')] },
  {
    defects: ['stuck-prv'],
    engine: 'run',
    warm: true,
    runs: [fails('prvTest', (t) => [t('diagPart.replace', { part: t('diagPart.prv') })])],
    onScreen: true,
  },
  { defects: ['rail-leak'], engine: 'run', warm: true, runs: [fails('leakTest', (t) => [t('diagSymptom.fast')])] },
  {
    defects: ['low-compression:3'],
    engine: 'stop',
    warm: true,
    runs: [fails('compres', (t) => [t('diagEvidence.cylinder', { n: cylinderText(3) }), t('diagSymptom.high')])],
  },
  {
    defects: ['egr-jam', 'acv-jam', 'open-plug:2'],
    engine: 'stop',
    warm: false,
    runs: [
      fails('egrTest', (t) => [t('diagSymptom.stuck')]),
      fails('acvTest', (t) => [t('diagSymptom.stuck')]),
      fails('plugTest', low),
      seen('buzzTest', 'buzzer.heard', false),
    ],
  },
  {
    defects: ['clogged-filter'],
    engine: 'stop',
    warm: false,
    runs: [fails('pumpPriming'), { ...seen('defInjectTest', 'spray.25mm', true), found: 'fail', texts: low }],
  },
  {
    defects: ['urea-return'],
    engine: 'stop',
    warm: false,
    runs: [...passes('pumpPriming'), fails('defControlTest', low)],
  },
  { defects: ['dead-heater'], engine: 'stop', warm: false, runs: [fails('defHeaterTest', low)] },
  {
    defects: ['bad-urea'],
    engine: 'stop',
    warm: false,
    runs: [...passes('ureaStabilisation'), fails('lqsTemp', low), levelSeen('fail')],
  },
];
const cases = [...sound, ...faulty];
/** Test seconds per clock second, and the number of machines tested at once by the API; one more is in the browser. */
const speed = 30;
const atOnce = 4;

test('every test finds what it is there to find, and nothing on a sound machine', async ({
  desk,
  clerk,
  member,
  tidy,
}) => {
  const patients = await makePatients(await Plant.open(clerk, tidy), clerk, cases.length);
  const of = (i: number): Patient => patients[i] as Patient;
  const simulator = await Simulator.start(
    patients.map((p) => p.device),
    { speed, defects: cases.flatMap((c, i) => (c.defects ?? []).map((d) => `${of(i).device.id}/${d}`)).join(',') },
  );
  tidy(() => simulator.stop());
  for (const [i, { engine, warm }] of cases.entries()) await simulator.setUp(of(i).device.id, engine, warm);
  const engineer = { organization: '본사', role: 'ADMIN' } as const;
  const { page, t } = await desk(await member(engineer));
  const api = await Api.as(await member(engineer));

  const waiting = {
    screen: [...cases.keys()].filter((i) => cases[i]?.onScreen),
    api: [...cases.keys()].filter((i) => !cases[i]?.onScreen),
  };
  const serve = async (from: number[], open: (patient: Patient) => Promise<Bench | ApiBench>): Promise<void> => {
    for (let i = from.shift(); i !== undefined; i = from.shift()) {
      const bench = await open(of(i));
      await canBeConnected(clerk, of(i));
      await bench.connect();
      for (const run of cases[i]?.runs ?? []) await bench.run(run);
      await bench.disconnect();
    }
  };
  await Promise.all([
    serve(waiting.screen, (patient) => new Bench(page, t).open(patient)),
    ...Array.from({ length: atOnce }, () =>
      serve(waiting.api, (patient) => Promise.resolve(new ApiBench(api, t, patient))),
    ),
  ]);

  await test.step('the results are held under their names', async () => {
    const held = await resultsOf(clerk, of(0));
    expect([held.result, held.shutoff?.result, held.runup?.result, held.compres]).toEqual([
      'pass',
      'pass',
      'pass',
      null,
    ]);
    const found = await resultsOf(clerk, of(sound.length));
    expect([found.result, found.shutoff?.evidence.find((e) => e.ok === false)?.cylinder]).toEqual(['fail', 2]);
  });
});

async function resultsOf(clerk: Api, { id }: Patient) {
  const { rows } = await clerk.call(diagnosis.history, { params: { id }, query: { kind: ['session'] } });
  return clerk.call(remoteResults.get, { params: { sessionId: rows[0]?.sessionId ?? 0 } });
}

test('a machine is one account’s at a time; a test is aborted, codes are cleared, values recorded; a closed browser frees it', async ({
  desk,
  clerk,
  member,
  tidy,
}) => {
  const [patient, left, unlocked] = (await makePatients(await Plant.open(clerk, tidy), clerk, 3)) as [
    Patient,
    Patient,
    Patient,
  ];
  const simulator = await Simulator.start([patient.device, left.device, unlocked.device]);
  tidy(() => simulator.stop());
  await simulator.setUp(patient.device.id, 'run', true);
  for (const { device } of [left, unlocked]) await simulator.setUp(device.id, 'stop', false);
  for (const each of [patient, left, unlocked]) await canBeConnected(clerk, each);

  const first = await desk(await member({ organization: '본사', role: 'ADMIN' }));
  const { t, page } = first;
  const bench = await new Bench(page, t).open(patient);

  // the browser is closed during the test; the result is checked below, a minute later
  const gone = await desk(await member({ organization: '본사', role: 'ADMIN' }));
  await (await new Bench(gone.page, t).open(left)).connect();
  await gone.context.close();

  await test.step('a second account is shown who holds it, on the list and on its page', async () => {
    await bench.connect();
    const second = await desk(await member({ organization: '본사', role: 'ADMIN' }));
    const other = await new Bench(second.page, t).open(patient);
    await expect(second.page.getByText(pattern(ko('remote.heldBy')))).toBeVisible();
    await expect(other.connectButton).toBeDisabled();
    await second.page.goto(`/remote?vin=${patient.vin}`);
    await expect(second.page.getByRole('row', { name: new RegExp(patient.vin, 'u') })).toContainText('본사');
  });

  await test.step('who may only look sees the page without a connect, and who may not look is sent away', async () => {
    const reader = await desk(await member({ organization: '본사' }));
    const bench = await new Bench(reader.page, t).open(patient, 'engine');
    await expect(reader.page.getByRole('heading', { level: 1, name: patient.vin })).toBeVisible();
    await expect(bench.connectButton).toHaveCount(0);
    await reader.page.goto('/remote');
    await expect(reader.page.getByRole('tab', { name: t('remote.tab.catalogue') })).toBeVisible();
    const region = await desk('region1');
    await region.page.goto(`/remoteDetail/${patient.id}`);
    await expect(region.page).toHaveURL(/\/dash/u);
    // an agency serves only its own machines; this is another's
    const agency = await desk('agency1');
    await agency.page.goto(`/remoteDetail/${patient.id}`);
    await expect(agency.page.getByText(t('remote.missing'))).toBeVisible();
    await agency.page.goto('/remote?tab=catalogue');
    await expect(agency.page.getByRole('tab', { name: t('remote.tab.catalogue') })).toHaveCount(0);
  });

  await test.step('Esc stops a test at once, wherever it is', async () => {
    await bench.start('shutoff');
    await expect(page.getByRole('progressbar', { name: t('tests.progress') })).toBeVisible();
    await expect(bench.line).toHaveText(t('remote.line.running'));
    await page.keyboard.press('Escape');
    await expect(bench.card('tests.result')).toContainText(t('diagReason.aborted'));
    await expect(bench.card('tests.result')).toContainText(t('diagResult.aborted'));
  });

  await test.step('watched values are recorded, opened later and exported', async () => {
    await page.getByRole('tab', { name: t('remote.tab.monitor') }).click();
    await page.getByRole('button', { name: t('remote.start'), exact: true }).click();
    await expect(page.getByRole('status', { name: t('remote.link') })).toContainText(/\d ms/u);
    await expect.poll(async () => (await recordings(clerk, patient))[0]?.state ?? '0').toMatch(/^([4-9]|\d\d+)$/u);
    await page.getByRole('button', { name: t('remote.stop'), exact: true }).click();
    const kept = bench.card('remote.recordings');
    await kept.getByRole('button', { name: t('remote.openRecording'), exact: true }).click();
    await expect(kept.locator('canvas').first()).toBeVisible();
    const csv = await downloaded(page, () => kept.getByRole('button', { name: t('remote.csv'), exact: true }).click());
    expect(csv.toString('utf8').trim().split('\n').length).toBeGreaterThan(4);
    const [recording] = await recordings(clerk, patient);
    await page.goto(`/remoteHistory/${patient.id}?id=${recording?.entry}`);
    const panel = page.getByRole('complementary');
    const excel = await downloaded(page, () =>
      panel.getByRole('button', { name: t('export.excel'), exact: true }).click(),
    );
    expect(excel.subarray(0, 2).toString('latin1')).toBe('PK');
    const pdf = await downloaded(page, () =>
      panel.getByRole('button', { name: t('serviceHistory.report'), exact: true }).click(),
    );
    expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  });

  await test.step('a fault leads to its tests; its code is read, cleared after a question, and kept in the history', async () => {
    await simulator.fault(unlocked.device.id, 'E0410');
    await expect
      .poll(async () =>
        (await clerk.call(faults.list, { query: { vin: unlocked.vin, tab: 'queue' } })).rows.map((r) => r.code),
      )
      .toEqual(['E0410']);
    const [report] = (await clerk.call(faults.list, { query: { vin: unlocked.vin, tab: 'queue' } })).rows;
    tidy(() => complete(clerk, report?.id ?? 0));
    await page.goto(`/breakdown?vin=${unlocked.vin}&id=${report?.id}`);
    await page
      .getByRole('complementary')
      .getByRole('link', { name: t('fault.diagnose'), exact: true })
      .click();
    await expect(page).toHaveURL(new RegExp(`/remoteDetail/${unlocked.id}\\?`, 'u'));
    const proposed = page.getByRole('region', { name: t('tests.proposed') });
    await expect(proposed.getByRole('listitem').first()).toBeVisible();
    await expect(proposed).toContainText(t('tests.why.fault', { of: 'E0410' }));
    await bench.connect();
    await expect(proposed).toContainText(t('tests.why.fault', { of: 'E0410' }));
    await page.getByRole('tab', { name: new RegExp(`^${t('remote.tab.faults')}`, 'u') }).click();
    const card = bench.card('remote.tab.faults');
    // they were read with the connection
    await expect(card.getByRole('article', { name: 'E0410' })).toBeVisible();
    const clear = card.getByRole('button', { name: t('remote.clear'), exact: true });
    await expect(clear).toBeEnabled();
    await clear.click();
    const dialog = page.getByRole('dialog', { name: t('remote.clearTitle', { n: 1 }) });
    await expect(dialog).toContainText('E0410');
    await dialog.getByRole('button', { name: t('remote.clear'), exact: true }).click();
    await expect(card.getByText(t('remote.cleared', { codes: 'E0410' }))).toBeVisible();
    await expect(card.getByRole('article', { name: 'E0410' })).toHaveCount(0);
  });

  await test.step('a key that is turned off ends the test, with that as its reason', async () => {
    await page.getByRole('tab', { name: t('remote.tab.tests') }).click();
    await bench.start('ureaStabilisation');
    await expect(page.getByRole('progressbar', { name: t('tests.progress') })).toBeVisible();
    await simulator.keyOff(unlocked.device.id);
    await expect(bench.card('tests.result')).toContainText(t('diagReason.keyOff'));
    const held = await resultsOf(clerk, unlocked);
    expect(held.accOff).toMatchObject({ off: true });
    await bench.disconnect();
  });

  await test.step('two runs of the same test are on one chart', async () => {
    await simulator.setUp(unlocked.device.id, 'stop', false);
    await canBeConnected(clerk, unlocked);
    for (let n = 0; n < 2; n++) {
      await bench.open(unlocked);
      await bench.connect();
      await bench.run({ test: 'acvTest', found: 'pass' });
      await bench.disconnect();
    }
    const { rows } = await clerk.call(diagnosis.history, { params: { id: unlocked.id }, query: { test: ['acvTest'] } });
    await page.goto(`/remoteHistory/${unlocked.id}?id=${rows[0]?.entry}`);
    const panel = page.getByRole('complementary');
    await panel.getByLabel(t('serviceHistory.compare')).selectOption({ index: 1 });
    await expect(panel.getByText(pattern(`${t('serviceHistory.thisRun')} · {at}`))).toBeVisible();
    await expect(panel.locator('canvas').first()).toBeVisible();
  });

  await test.step('the machine whose engineer shut the browser is free again within two minutes', async () => {
    await expect
      .poll(async () => (await clerk.call(diagnosis.get, { params: { id: left.id } })).vehicle.holder, {
        timeout: 120_000,
        intervals: [2_000],
      })
      .toBeNull();
    const { rows } = await clerk.call(diagnosis.history, { params: { id: left.id }, query: { kind: ['session'] } });
    expect(rows[0]).toMatchObject({ reason: 'consoleGone' });
  });
});

const recordings = async (clerk: Api, { id }: Patient) =>
  (await clerk.call(diagnosis.history, { params: { id }, query: { kind: ['monitoring'] } })).rows;

async function downloaded(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFileSync(await file.path());
}

/** Open reports of a journey would remain in the queue of the next one. */
async function complete(clerk: Api, id: number): Promise<void> {
  const report = await clerk.call(faults.get, { params: { id } });
  const [agency] = (await clerk.call(organizations.list, { query: { type: 'AGENCY' } })).rows;
  if (report.status === 'occurred')
    await clerk.call(faults.accept, { params: { id }, body: { agencyId: agency?.id ?? 0, channel: 'push' } });
  if (isOpenFault(report.status))
    await clerk.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'end of the journey' } });
}
