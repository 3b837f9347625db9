import { groupTypes, roles } from '@headland/contracts/access';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { infoCheck } from '@headland/contracts/info-check';
import { can } from '@headland/domain/access';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import en from 'virtual:words/en-first';
import ko from 'virtual:words/ko-first';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listPaths } from '../lib/paths';
import { stillMs } from '../lib/use-still';
import { navigation } from '../routes';
import { store } from '../lib/session/store';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { anSos, anSosInFull } from '../testing/subjects';
import { Find } from './find';
import { registrations } from './find-acts';
import { fitOf } from './find-match';
import { pageWords } from './find-words';

let raised: SosRow[];
let acknowledged: number[];
beforeEach(() => {
  raised = [];
  acknowledged = [];
  store.set({ theme: 'light', mutedUntil: 0, screens: {} });
});
const nothing = { vehicles: [], devices: [], customers: [], organizations: [], members: [] };
const answers = [
  answer(infoCheck.find, () => ({ ...nothing, content: [], banners: [], questions: [] })),
  answer(sosAlerts.list, () => ({ rows: raised, total: raised.length })),
  answer(sosAlerts.acknowledge, ({ params }) => {
    acknowledged.push(params.id);
    return anSosInFull(anSos(params.id, { status: 'acknowledged' }));
  }),
];
const show = (as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' }) =>
  renderPage(<Find />, { answers, as });
const type = async (text: string): Promise<HTMLElement> => {
  const box = await screen.findByRole('combobox');
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: text } });
  return box;
};
const enter = async (text: string, name: RegExp): Promise<void> => {
  const box = await type(text);
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toMatch(name));
  fireEvent.keyDown(box, { key: 'Enter' });
};

describe('pages', () => {
  it.each(listPaths)('%s is found by its titles in both languages', (path) => {
    for (const words of [ko, en]) {
      const title = String(words[`screen.${path.slice(1)}`]);
      expect(fitOf(title, pageWords[path].split(', ')), title).not.toBeNull();
    }
  });

  it.each([
    ['긴급', '/sos'],
    ['SOS', '/sos'],
    ['고장', '/breakdown'],
    ['지도', '/status'],
    ['map', '/status'],
    ['ㄱㅈㅅㅎ', '/notice'],
    ['custmers', '/customer'],
  ])('“%s” and Enter opens %s', async (text, path) => {
    const { router } = show();
    const box = await type(text);
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.id).toBe(`hit-${path.slice(1)}`));
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('that were used last are the first ones', async () => {
    show();
    await enter('mute', /Mute/u);
    await enter('bell', /Notifications/u);
    await type('');
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Recently used' }).textContent).toMatch(/Notifications.*Unmute/u),
    );
    expect(screen.getAllByRole('option').filter((o) => o.id === 'hit-act-mute')).toHaveLength(1);
  });
});

describe('acts', () => {
  it.each(groupTypes.flatMap((group) => roles.map((role) => [group, role] as const)))(
    'of %s %s open the forms that it may open, and no other',
    async (groupType, role) => {
      show({ groupType, role });
      await type('');
      const ids = (await screen.findAllByRole('option')).map((o) => o.id);
      for (const [address] of registrations) {
        const page = navigation.screenAt(address);
        const id = `hit-act-${address.slice(1).replaceAll(/\W+/gu, '-')}`;
        expect(ids.includes(id), address).toBe(page !== undefined && can(groupType, role, page.permission));
      }
      expect(ids.includes('hit-act-organization-org-0')).toBe(can(groupType, role, 'organization:C'));
      expect(ids.includes('hit-act-mute')).toBe(can(groupType, role, 'sos:U'));
      expect(ids.includes('hit-act-wall')).toBe(can(groupType, role, 'administrator:R'));
      // nothing raised, nothing to acknowledge
      expect(ids).not.toContain('hit-act-acknowledge');
    },
  );

  it('name every form of a new record that needs no other one', () => {
    const needsAnother = ['/customerVehicleRegi/$number'];
    const forms = navigation.screens
      .filter((s) => !s.entry && s.permission.endsWith(':C') && !needsAnother.includes(s.path))
      .map((s) => s.path.replace('$number', '0'));
    const named: readonly string[] = registrations.map(([address]) => address);
    for (const form of forms) expect(named).toContain(form);
  });

  it('acknowledge the SOS that is named, and open it', async () => {
    raised = [anSos(4)];
    const { router } = show();
    await type('acknowledge');
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain('Acknowledge SOS'), {
      timeout: 5_000,
    });
    await enter('acknowledge', new RegExp(`Acknowledge SOS: ${raised[0]?.vehicle.vin}`, 'u'));
    await waitFor(() => expect(acknowledged).toEqual([4]));
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    // it is not offered before one types
    expect(JSON.stringify(store.get().screens)).not.toContain('acknowledge');
  });

  it('only open an SOS that has just come: the press may have been meant for another', async () => {
    // the moment in which it is new lasts, however long the drawing takes
    const real = globalThis.setTimeout;
    const held = ((run: () => void, ms?: number) => real(run, ms === stillMs ? 60_000 : ms)) as typeof setTimeout;
    const clock = vi.spyOn(globalThis, 'setTimeout').mockImplementation(held);
    onTestFinished(() => clock.mockRestore());
    raised = [anSos(4)];
    const { router } = show();
    await enter('acknowledge', /Open SOS/u);
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    expect(acknowledged).toEqual([]);
  });

  it('acknowledge nothing for who may not', async () => {
    raised = [anSos(4)];
    show({ groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await type('acknowledge');
    await waitFor(() => expect(screen.queryByText(/No results/u)).toBeTruthy());
    expect(screen.queryByText(/Acknowledge SOS/u)).toBeNull();
  });

  it('change theme, language and sound', async () => {
    show();
    await enter('dark', /Dark theme/u);
    expect(store.get().theme).toBe('dark');
    await enter('mute', /Mute/u);
    expect(store.get().mutedUntil).toBeGreaterThan(0);
    await enter('korean', /한국어/u);
    expect(store.get().language).toBe('ko');
  });

  it('copy the link, print, and show the help with its keys', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const { router } = show();
    await enter('copy link', /Copy the link/u);
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(window.location.href));
    await enter('print', /Print/u);
    await waitFor(() => expect(print).toHaveBeenCalled());
    await enter('shortcuts', /Help/u);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ panel: 'help' }));
  });

  it('ask before they end the session', async () => {
    show();
    await enter('sign out', /Log out/u);
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    expect(store.get().session).not.toBeNull();
  });
});
