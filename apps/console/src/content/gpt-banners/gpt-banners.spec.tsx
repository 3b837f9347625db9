import { images } from '@headland/contracts/file';
import { type BannerStatus, type GptBannerDetail, gptBanners } from '@headland/contracts/gpt-banner';
import { session } from '@headland/contracts/session';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayText } from '../../lib/time';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { GptBannerEditPage, GptBannerRegistrationPage } from './gpt-banner-form.page';
import { GptBannerListPage } from './gpt-banner-list.page';

const picture = 'abcdefghijklmnopqrstuv';
const today = dayText(Date.now());
const banner = (id: number, status: BannerStatus, over: Partial<GptBannerDetail> = {}): GptBannerDetail => ({
  ...{ id, version: 3, status, name: `Banner ${id}`, startOn: '2026-01-01', endOn: '2030-12-31', imageId: picture },
  ...{ imageAlt: '', registrant: 'Kim Minsu', registeredAt: '2026-11-01T03:00:00.000Z', suspendedAt: null },
  ...{ url: 'https://www.example.com/a', content: '<b>Check the oil</b>', suspendedBy: null, clicks: 1234 },
  ...over,
});
let known: GptBannerDetail[];
let sent: object[];
const find = (id: number): GptBannerDetail => known.find((b) => b.id === id) ?? banner(id, 'doing');
const took = (body: object, id: number): GptBannerDetail => {
  sent.push(body);
  return { ...find(id), ...body };
};
const answers = [
  answer(session.config, () => ({
    ...{
      version: '1',
      development: false,
      mapLayers: [],
      mapLayer: null,
      mapLink: null,
      addressSearch: false,
      signOn: null,
      queryMaxDays: 31,
      demoAccounts: [],
    },
    ...{ productTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, shopHost: 'https://shop.example.com' },
  })),
  answer(gptBanners.list, () => ({ rows: known, total: known.length })),
  answer(gptBanners.get, ({ params }) => find(params.id)),
  answer(gptBanners.create, ({ body }) => took(body, 90)),
  answer(gptBanners.change, ({ params, body }) => took(body, params.id)),
  answer(gptBanners.suspend, ({ params, body }) => {
    sent.push({ suspend: params.id, ...body });
    known = known.map((b) => (b.id === params.id ? { ...b, status: 'stop', version: b.version + 1 } : b));
    return find(params.id);
  }),
  answer(gptBanners.restore, ({ body }) => {
    sent.push({ restore: body.ids });
    return { changed: body.ids.length };
  }),
  answer(gptBanners.removeMany, ({ body }) => {
    sent.push(body);
    return { removed: body.ids.length };
  }),
  answer(gptBanners.history, () => ({ rows: [], total: 0 })),
  answer(images.upload, () => ({ id: picture, name: 'b.png', width: 200, height: 100, bytes: 4_000 })),
  answer(images.get, () => ({ name: null, bytes: new Uint8Array([1]) })),
];
beforeEach(() => {
  store.clear();
  known = [banner(1, 'doing'), banner(2, 'ready'), banner(3, 'stop'), banner(4, 'done')];
  sent = [];
  URL.createObjectURL = vi.fn(() => 'blob:picture');
  URL.revokeObjectURL = vi.fn();
});
const staff = { groupType: 'DAEDONG', role: 'STAFF' as const };
const list = (at = '/gptBanner', as?: typeof staff) =>
  renderPage(<GptBannerListPage />, { answers, at, path: '/gptBanner', ...(as && { as }) });
const edit = (id: number, language: 'ko' | 'en' = 'en') =>
  renderPage(<GptBannerEditPage />, { answers, at: `/gptBannerModi/${id}`, path: '/gptBannerModi/$number', language });
const register = (at = '/gptBannerRegi') =>
  renderPage(<GptBannerRegistrationPage />, { answers, at, path: '/gptBannerRegi' });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const put = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.blur(screen.getByLabelText(label));
};
const tick = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (row === null) throw new Error(`${name} is in no row`);
  fireEvent.click(within(row).getByRole('checkbox'));
};

describe('the list of banners', () => {
  it('shows each status by a word, and opens the form of a row for who may change it', async () => {
    const { router } = list();
    await screen.findByText('Banner 1');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => /Published|Scheduled|Suspended|Expired/u.exec(row.textContent)?.[0])).toEqual([
      'Published',
      'Scheduled',
      'Suspended',
      'Expired',
    ]);
    fireEvent.click(screen.getByText('Banner 1'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gptBannerModi/1'));
  });

  it('opens a panel with all fields, as text, for who may only read', async () => {
    list('/gptBanner?id=1', staff);
    const panel = within(await screen.findByRole('complementary', { name: 'Banner 1' }));
    expect(panel.getAllByText('<b>Check the oil</b>').length).toBeGreaterThan(0);
    expect(panel.getByText('https://www.example.com/a')).toBeTruthy();
    expect(panel.getByText('1,234')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New banner' })).toBeNull();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('suspends the one that is ticked, after the question', async () => {
    list();
    await tick('Banner 2');
    fireEvent.click(await button('Suspend'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Do you want suspend the banner?' }));
    expect(dialog.getByText(/Banner 2/u)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(sent).toEqual([{ suspend: 2, version: 3 }]));
  });

  it('deletes those that are ticked together, but none while one is published', async () => {
    list();
    await tick('Banner 2');
    await tick('Banner 3');
    expect((await button('Suspend')).disabled).toBe(true);
    await tick('Banner 1');
    const remove = await button('Delete');
    expect(remove.disabled || remove.getAttribute('aria-disabled') === 'true').toBe(true);
    await tick('Banner 1');
    fireEvent.click(await button('Delete'));
    await waitFor(() => expect(sent).toEqual([{ ids: [2, 3] }]));
    fireEvent.click(await button('Undo'));
    await waitFor(() => expect(sent).toEqual([{ ids: [2, 3] }, { restore: [2, 3] }]));
  });
});

describe('a new banner', () => {
  it('is sent with what was typed, previewed as text, and advised about a small picture', async () => {
    const { router } = register();
    await screen.findByLabelText('Banner name');
    put('Banner name', 'Autumn check');
    put('Start date', today);
    put('End date', '2030-12-31');
    put('URL', 'https://www.example.com/autumn');
    put('Promotional post content', 'Ask <b>now</b>');
    const preview = within(screen.getByRole('figure', { name: 'Preview in the app (360 px)' }));
    expect(preview.getByText('Ask <b>now</b>')).toBeTruthy();
    fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [new File(['x'], 'b.png', { type: 'image/png' })] },
    });
    const image = await waitFor(() => {
      const shown = preview.getByRole<HTMLImageElement>('img', { name: 'Autumn check' });
      Object.defineProperties(shown, { naturalWidth: { value: 200 }, naturalHeight: { value: 100 } });
      return shown;
    });
    fireEvent.load(image);
    expect(await screen.findByText(/At 200×100 the image is smaller/u)).toBeTruthy();
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gptBanner'));
    expect(sent).toEqual([
      {
        ...{ name: 'Autumn check', startOn: today, endOn: '2030-12-31', url: 'https://www.example.com/autumn' },
        ...{ imageId: picture, imageAlt: '', content: 'Ask <b>now</b>' },
      },
    ]);
  });

  it('that begins before today, or without a picture, is not sent', async () => {
    register();
    await screen.findByLabelText('Banner name');
    put('Banner name', 'Too early');
    put('Start date', '2020-01-01');
    put('End date', '2020-01-31');
    put('URL', 'http://www.example.com');
    put('Promotional post content', 'x');
    fireEvent.click(await button('Save'));
    expect(await screen.findByText('Enter today or a later date.')).toBeTruthy();
    expect(screen.getByText('It must start with https.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('keeps a draft, and a copy begins with what the other is, but for its period', async () => {
    register();
    put('Banner name', await screen.findByLabelText('Banner name').then(() => 'Half a banner'));
    await waitFor(() => expect(store.get().drafts['gpt-banner-new']).toContain('Half a banner'));
    document.body.replaceChildren();
    register('/gptBannerRegi?copy=3');
    expect((await screen.findByLabelText<HTMLInputElement>('Banner name')).value).toBe('Banner 3');
    expect(screen.getByLabelText<HTMLInputElement>('Start date').value).toBe('');
  });
});

describe('the form of a banner', () => {
  it('of a published one has its start locked', async () => {
    edit(1);
    expect((await screen.findByLabelText<HTMLInputElement>('Start date')).disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('End date').disabled).toBe(false);
    put('Promotional post content', 'New text');
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(sent).toMatchObject([{ content: 'New text', version: 3 }]));
  });

  it('begins with what is saved now, not with what was read before', async () => {
    const { router } = edit(1);
    await screen.findByLabelText('Banner name');
    await router.navigate({ to: '/elsewhere' as never });
    known = [banner(1, 'doing', { version: 4, name: 'Saved meanwhile' })];
    await router.navigate({ to: '/gptBannerModi/1' as never });
    expect((await screen.findByLabelText<HTMLInputElement>('Banner name')).value).toBe('Saved meanwhile');
  });

  it('asks in Korean before it suspends, and then shows that nothing can be changed', async () => {
    edit(1, 'ko');
    fireEvent.click(await button('중지'));
    const dialog = within(await screen.findByRole('dialog', { name: '배너를 중지하시겠습니까?' }));
    fireEvent.click(dialog.getByRole('button', { name: '중지' }));
    await waitFor(() => expect(sent).toEqual([{ suspend: 1, version: 3 }]));
    expect(await button('복사하여 등록')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '저장' })).toBeNull();
  });

  it.each([3, 4])('of a closed one (%i) is a page that shows all and saves nothing', async (id) => {
    const { router } = edit(id);
    expect(await screen.findByText(/cannot be changed/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    fireEvent.click(await button('Copy as new'));
    await waitFor(() => expect(router.state.location.href).toBe(`/gptBannerRegi?copy=${id}`));
  });
});
