import { courses, type CourseValue, courseValues, defaultCourse } from '@headland/contracts/course';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ordered } from './course-address';
import { CustomerCoursePage, ModelCoursePage } from './course.page';
import type { Course } from './course-rows';

const vehicles = [
  { id: 7, vin: 'KDXTT4B2NPK012345', model: 'HL 6-110' },
  { id: 8, vin: 'KDXTT4B2NPK054321', model: 'HL 6-110' },
];
// without data there is no chart: a canvas is drawn in the journeys
const nothing: Course = {
  from: 0,
  to: 86_400_000,
  bucketMs: 300_000,
  vehicle: null,
  vehicles: 0,
  at: [],
  charts: [],
  states: [],
  faults: [],
  sos: [],
  counting: false,
};
let asked: Record<string, unknown>[];
let found: string[];
beforeEach(() => {
  asked = [];
  found = [];
  store.set({ screens: {} });
});
const answers = (course: Partial<Course> = {}) => [
  answer(courses.vehicles, ({ query }) => {
    found.push(String(query.q ?? ''));
    return {
      name: 'HL 6-110',
      total: 2,
      vehicles: vehicles.filter((v) => v.vin.includes(String(query.q ?? '').toUpperCase())),
    };
  }),
  answer(courses.read, ({ query }) => {
    asked.push(query);
    return { ...nothing, ...course };
  }),
];
const model = (search = '', options: Partial<Parameters<typeof renderPage>[1]> = {}) =>
  renderPage(<ModelCoursePage />, {
    answers: answers(),
    at: `/operationDataModelDetail/3${search}`,
    path: '/operationDataModelDetail/$number',
    ...options,
  });
const addressOf = ({ router }: ReturnType<typeof renderPage>): Record<string, unknown> =>
  router.state.location.search as Record<string, unknown>;

describe('the address', () => {
  it('of a model is completed: yesterday, all vehicles, the default charts', async () => {
    const page = model();
    expect(await screen.findByText('No data in this period')).toBeTruthy();
    const { from, to, vehicle, values, layout } = addressOf(page);
    expect([vehicle, values, layout]).toEqual(['all', ordered(defaultCourse), 'grid']);
    expect(from).toBe(to);
    expect(asked[0]).toMatchObject({ from, to, values: ordered(defaultCourse) });
    expect(asked[0]).not.toHaveProperty('vehicleId');
  });

  it('of a customer names the first vehicle', async () => {
    const page = renderPage(<CustomerCoursePage />, {
      answers: answers(),
      at: '/operationDataCusDetail/4',
      path: '/operationDataCusDetail/$number',
    });
    await waitFor(() => expect(addressOf(page)).toMatchObject({ vehicle: '7' }));
    expect(Number(asked[0]?.vehicleId)).toBe(7);
  });

  it('has the set that was chosen last where it names none, and what it names otherwise', async () => {
    store.set({ screens: { 'course.values': ['work'], 'course.layout': 'column' } });
    const remembered = model();
    await waitFor(() => expect(addressOf(remembered)).toMatchObject({ values: 'work', layout: 'column' }));
    remembered.unmount();
    const shared = model('?values=rpm&values=pto&layout=grid');
    await waitFor(() => expect(addressOf(shared)).toMatchObject({ values: ['rpm', 'pto'], layout: 'grid' }));
    expect(store.get().screens['course.values']).toEqual(['work']);
  });
});

describe('the choice of charts', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Charts/u }));
    return screen.findByRole('checkbox', { name: /^Engine hours/u });
  };
  it('refuses a tenth chart, and accepts one again after another is removed', async () => {
    const page = model();
    const hours = (await open()) as HTMLInputElement;
    expect([screen.getByText('Up to 9 charts.'), hours.disabled]).toEqual([expect.anything(), true]);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Speed/u }));
    expect(hours.disabled).toBe(false);
    await userEvent.click(hours);
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    const wanted: CourseValue[] = courseValues.filter(
      (v) => v === 'engineHours' || (v !== 'speed' && defaultCourse.includes(v)),
    );
    await waitFor(() => expect(addressOf(page).values).toEqual(wanted));
    expect(store.get().screens['course.values']).toEqual(wanted);
  });

  it('keeps one at least', async () => {
    model('?values=engineHours');
    const hours = (await open()) as HTMLInputElement;
    expect([hours.checked, hours.disabled]).toEqual([true, true]);
    expect(screen.getByText('Select at least one chart.')).toBeTruthy();
  });
});

it('finds a vehicle by a part of its VIN', async () => {
  const page = model();
  await userEvent.click(await screen.findByRole('button', { name: /^Vehicle/u }));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Part of the VIN' }), '5432');
  await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(addressOf(page)).toMatchObject({ vehicle: '8' }));
  expect(found).toContain('5432');
});

it('shows that data is is being aggregated', async () => {
  model('', { answers: answers({ counting: true }) });
  expect(await screen.findByText(/is being aggregated/u)).toBeTruthy();
});

describe('what is not there', () => {
  const missing = () => {
    throw new Problem('NOT_FOUND');
  };
  it('a model, or one out of scope', async () => {
    model('', { answers: [answer(courses.vehicles, missing), answer(courses.read, missing)] });
    expect(await screen.findByText('Model not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to operation data' })).toBeTruthy();
  });
  it('a vehicle of another model leaves a way back', async () => {
    const [known] = answers();
    const page = model('?vehicle=99', { answers: [...(known ? [known] : []), answer(courses.read, missing)] });
    expect(await screen.findByText('Vehicle not found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show the default vehicle' }));
    await waitFor(() => expect(addressOf(page)).toMatchObject({ vehicle: 'all' }));
  });
});
