import { expect, type Locator, type Page } from '@playwright/test';
import { type AskBody, diagnosis, type SessionView, type TestRun } from '@headland/contracts/diagnosis';
import { images } from '@headland/contracts/file';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import type { MessageKey } from '@headland/i18n/catalogue';
import { cylinderText } from '@headland/i18n/diagnosis-labels';
import type { Api } from './api';
import { vehicleOf } from './machines';
import type { Plant } from './plant';
import type { PlayedDevice } from './simulator';
import type { Translate } from './translate';

/** A machine of the journey's factory, with a simulated terminal. */
export interface Patient {
  id: number;
  vin: string;
  device: PlayedDevice;
}
export async function makePatients(plant: Plant, clerk: Api, count: number): Promise<Patient[]> {
  const vins = await plant.build('HL 6-110', count);
  const made: Patient[] = [];
  for (const vin of vins) {
    const device = await plant.makeDevice();
    await plant.install(vin, device.id);
    made.push({ id: (await vehicleOf(vin, clerk)).id, vin, device });
  }
  return made;
}

/** Fulfils all conditions to connect: the terminal is online and the key is on. */
export async function canBeConnected(clerk: Api, { id }: Pick<Patient, 'id'>): Promise<void> {
  await expect
    .poll(
      async () => (await clerk.call(diagnosis.get, { params: { id } })).checks.filter((c) => !c.ok).map((c) => c.check),
      {
        message: `vehicle ${id} can be connected`,
      },
    )
    .toEqual([]);
}

/** The smallest valid picture. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Found = 'pass' | 'fail' | 'aborted' | 'incomplete';
/**
 * One run of a test. `answer`: of a question about what is seen on site; `sees`: the value of this item. `texts`: texts
 * of the evidence.
 */
export interface Run {
  test: string;
  found: Found;
  answer?: { key: string; yes: boolean; photo?: boolean } | { key: string; sees: string; tooLow?: boolean };
  texts?: (t: Translate) => readonly string[];
}

/** The page of one machine with a service engineer. */
export class Bench {
  constructor(
    readonly page: Page,
    readonly t: Translate,
  ) {}

  async open({ id }: Pick<Patient, 'id'>, tab = 'tests'): Promise<this> {
    await this.page.goto(`/remoteDetail/${id}?tab=${tab}`);
    return this;
  }

  get connectButton(): Locator {
    return this.page.getByRole('button', { name: this.t('remote.connect'), exact: true });
  }
  get line(): Locator {
    return this.page.getByRole('list', { name: this.t('remote.state') }).locator('[aria-current=step]');
  }
  card(title: MessageKey): Locator {
    return this.page.getByRole('region', { name: this.t(title), exact: true });
  }
  testName(test: string): string {
    return this.t(`diagTest.${test}` as MessageKey);
  }

  async connect(): Promise<void> {
    await this.connectButton.click();
    await expect(this.line).toHaveText(this.t('remote.line.connected'));
  }

  async disconnect(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('remote.disconnect'), exact: true }).click();
    await expect(this.line).toHaveText(this.t('remote.line.disconnected'));
  }

  /**
   * Opens a test, ticks what is confirmed on site, and starts it; a test that moves the engine or sprays asks for a
   * second confirmation.
   */
  async start(test: string): Promise<void> {
    const { page, t } = this;
    await page
      .getByRole('navigation', { name: t('tests.title') })
      .getByRole('button', {
        name: new RegExp(
          `^${this.testName(test)}(?: (?:${results.map((r) => t(`diagResult.${r}`)).join('|')}))?$`,
          'u',
        ),
      })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 2, name: this.testName(test), exact: true })).toBeVisible();
    const button = this.card('tests.onSite').getByRole('button', {
      name: new RegExp(`^(?:${t('tests.start')}|${t('tests.repeat')})$`, 'u'),
    });
    const dialog = page.getByRole('dialog');
    const running = page.getByRole('progressbar', { name: t('tests.progress') }).or(this.card('tests.result'));
    const begun = dialog.or(running).first();
    // Values that come late on a busy machine leave a condition open for a moment: a click then does nothing, as it should,
    // and a start that the machine refuses wants its ticks again. Each act has its own limit, for a test that has begun
    // takes its button away, and a click without one would wait for it.
    await expect(async () => {
      if (!(await begun.isVisible())) {
        const boxes = this.card('tests.onSite').getByRole('checkbox');
        for (const box of await boxes.all()) await box.check({ force: true, timeout: 10_000 });
        await button.click({ timeout: 10_000 });
      }
      await expect(begun).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 180_000 });
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: t('tests.start'), exact: true }).click();
  }

  /** Runs a test to its end, answers its questions, and reads verdict and evidence from the screen. */
  async run({ test, found, answer, texts }: Run): Promise<void> {
    const { t } = this;
    const result = this.card('tests.result');
    await this.start(test);
    if (answer !== undefined) {
      const text = t(`diagConfirm.${answer.key}` as MessageKey);
      const question = 'sees' in answer ? result.getByLabel(text) : result.getByRole('group', { name: text });
      if ('sees' in answer) {
        await expect(question).toBeVisible();
        const name = monitorItems.get(answer.sees)?.ko ?? '';
        const shown = await this.page.getByRole('region', { name, exact: true }).locator('b').innerText();
        await question.fill(answer.tooLow === true ? '0' : String(Number.parseFloat(shown)));
        await result.getByRole('button', { name: t('tests.keepAnswer'), exact: true }).click();
      } else {
        if (answer.photo === true)
          await question
            .locator('input[type=file]')
            .setInputFiles({ name: 'spray.png', mimeType: 'image/png', buffer: onePixel });
        await question.getByRole('button', { name: t(answer.yes ? 'tests.yes' : 'tests.no'), exact: true }).click();
      }
      await expect(question).toHaveCount(0);
    }
    await expect(result, `${test} on ${this.page.url()}`).toContainText(t(`diagResult.${found}`), { timeout: 60_000 });
    if (found === 'pass' || found === 'fail') {
      const rows = result.getByRole('table', { name: t('tests.evidence') }).getByRole('row');
      await expect(rows.filter({ hasText: t('diagEvidence.unmeasured') })).toHaveCount(0);
      // the header, and every limit that was missed
      const outside = rows.filter({ hasNot: this.page.getByText(t('diagEvidence.within'), { exact: true }) });
      if (found === 'pass') await expect(outside).toHaveCount(1);
      else await expect(outside.nth(1)).toBeVisible();
    }
    for (const text of texts?.(t) ?? []) await expect(result).toContainText(text);
    await expect(this.line).toHaveText(t(found === 'pass' ? 'remote.line.complete' : 'remote.line.fail'));
  }
}
const results = ['pass', 'fail', 'aborted', 'incomplete'] as const;

/** The same acts at the API, without a browser: many machines are tested at once so. */
export class ApiBench {
  private session: SessionView | null = null;

  constructor(
    private readonly api: Api,
    private readonly t: Translate,
    private readonly patient: Pick<Patient, 'id'>,
  ) {}

  async connect(): Promise<void> {
    this.session = await this.api.call(diagnosis.connect, {
      params: { id: this.patient.id },
      body: { kind: 'remote' },
    });
    await expect.poll(async () => (await this.now()).state, `vehicle ${this.patient.id}`).toBe('connected');
  }

  async disconnect(): Promise<void> {
    await this.ask({ op: 'disconnect' });
    await expect.poll(async () => (await this.now()).state).toBe('disconnected');
  }

  /** Starts a test once its conditions hold, answers its questions, and reads verdict and evidence. */
  async run({ test, found, answer, texts }: Run): Promise<void> {
    const definition = definitionOf(test, { model: null, engineType: null, hwVariant: null });
    const confirmed = definition?.confirm ?? [];
    const started = await this.start(
      definition?.via === 'write'
        ? { op: 'write', item: 'buzzTest', value: {}, confirmed: [...confirmed] }
        : { op: 'test', test, args: {}, confirmed: [...confirmed] },
    );
    const id = Math.max(...started.tests.map((run) => run.id));
    const of = (view: SessionView): TestRun => view.tests.find((run) => run.id === id) as TestRun;
    const what = `${test} of vehicle ${this.patient.id}`;
    await expect.poll(async () => of(await this.now()).state, what).toMatch(/^(?:complete|fail)$/u);
    if (answer !== undefined) {
      const photos =
        'yes' in answer && answer.photo === true
          ? [(await this.api.call(images.upload, { file: new File([onePixel], 'spray.png') })).id]
          : [];
      const level = 'sees' in answer ? Number((await this.now()).live[answer.sees]) : 0;
      await this.api.call(diagnosis.confirm, {
        params: { testId: id },
        body: { key: answer.key, answer: 'yes' in answer ? answer.yes : answer.tooLow === true ? 0 : level, photos },
      });
    }
    const run = of(await this.now());
    expect(run.state === 'fail' ? 'aborted' : run.verdict, `${what}: ${JSON.stringify(run)}`).toBe(found);
    const { t } = this;
    const said = run.evidence.flatMap((e) => [
      ...(e.cylinder === null ? [] : [t('diagEvidence.cylinder', { n: cylinderText(e.cylinder) })]),
      ...(e.symptom === null ? [] : [t(`diagSymptom.${e.symptom}` as MessageKey)]),
    ]);
    if (run.reason !== null) said.push(t(`diagReason.${run.reason}` as MessageKey));
    for (const text of texts?.(t) ?? []) expect(said, what).toContain(text);
    if (found !== 'pass' && found !== 'fail') return;
    expect(run.evidence.length, what).toBeGreaterThan(0);
    expect(
      run.evidence.filter((e) => e.ok === null),
      what,
    ).toEqual([]);
    expect(
      run.evidence.every((e) => e.ok),
      what,
    ).toBe(found === 'pass');
  }

  /** Values that come late leave a condition open for a moment. */
  private async start(body: AskBody): Promise<SessionView> {
    let view: SessionView | undefined;
    await expect(async () => {
      view = await this.ask(body);
    }).toPass({ timeout: 180_000 });
    return view as SessionView;
  }
  private ask(body: AskBody): Promise<SessionView> {
    return this.api.call(diagnosis.ask, { params: { sessionId: this.sessionId }, body });
  }
  private now(): Promise<SessionView> {
    return this.api.call(diagnosis.session, { params: { sessionId: this.sessionId } });
  }
  private get sessionId(): number {
    if (this.session === null) throw new Error('It is not connected.');
    return this.session.id;
  }
}
