import { images } from '@headland/contracts/file';
import { type PostBody, type PostDetail, posts } from '@headland/contracts/post';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { PostFormPage } from './post-form.page';

const picture = (letter: string) => ({ id: letter.repeat(22), alt: '', width: 800, height: 600 });
const saved: PostDetail = {
  ...{ id: 7, version: 4, imageId: null, title: 'Harvest', content: '<p>It is in.</p>', images: [] },
  ...{ posting: 'noLimit', startOn: null, endOn: null, display: 'shown', state: 'on' },
  ...{ registrant: 'Kim Minsu', registeredAt: '2026-11-20T06:00:00.000Z', views: 0 },
};
let post: PostDetail;
let sent: PostBody[];
/** Those under way, by their ends. */
let uploads: (() => void)[];
// the editor asks where its text lies, and jsdom lays nothing out
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
beforeEach(() => {
  [post, sent, uploads] = [saved, [], []];
});
afterEach(() => {
  for (const done of uploads) done();
});
const answers = [
  answer(posts.get, () => post),
  answer(posts.change, ({ body }) => {
    sent.push(body);
    return { ...saved, ...body, images: [], version: 5 };
  }),
  answer(
    images.upload,
    () =>
      new Promise((resolve) => {
        const { id } = picture('PQRSTUV'.charAt(uploads.length));
        uploads.push(() => resolve({ id, name: 'a.png', width: 800, height: 600, bytes: 4_000 }));
      }),
  ),
  answer(images.get, () => ({ name: null, bytes: new Uint8Array([1]) })),
];
const edit = async () => {
  renderPage(<PostFormPage />, { answers, at: '/postRegi/7', path: '/postRegi/$number' });
  return screen.findByLabelText<HTMLInputElement>('Title');
};
const give = async (label: string, count = 1) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), {
    target: { files: Array.from({ length: count }, (_, n) => new File(['x'], `${n}.png`, { type: 'image/png' })) },
  });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const isBlocked = () => save().disabled || save().getAttribute('aria-disabled') === 'true';

describe('the form of a post', () => {
  it('waits for every picture that is on its way, whichever field sends it', async () => {
    await edit();
    await give('Insert image');
    await give('Insert image');
    await give('Images');
    await waitFor(() => expect(uploads).toHaveLength(3));
    expect(isBlocked()).toBe(true);
    uploads[2]?.();
    await screen.findByRole('button', { name: 'Remove image 1' });
    expect(isBlocked()).toBe(true);
    uploads[1]?.();
    const text = screen.getByRole('textbox', { name: 'Content' });
    await waitFor(() => expect(text.querySelectorAll('img')).toHaveLength(1));
    expect(isBlocked()).toBe(true);
    uploads[0]?.();
    await waitFor(() => expect(isBlocked()).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.images).toHaveLength(1);
    expect(sent[0]?.content.match(/<img/gu)).toHaveLength(2);
  });

  it('is saved without limit, whatever was typed of days before', async () => {
    await edit();
    fireEvent.click(screen.getByRole('radio', { name: 'Dates' }));
    for (const label of ['Publication start', 'Publication end'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: '2026-1' } });
    fireEvent.click(screen.getByRole('radio', { name: 'No limit' }));
    fireEvent.click(save());
    await waitFor(() => expect(sent).toMatchObject([{ posting: 'noLimit', startOn: null, endOn: null }]));
  });

  it('says so where more pictures are given than it takes, and takes those that fit', async () => {
    post = { ...saved, images: ['A', 'B', 'C', 'D'].map(picture) };
    await edit();
    await give('Images', 2);
    expect((await screen.findByRole('alert')).textContent).toBe('Up to 5 images.');
    uploads[0]?.();
    await screen.findByRole('button', { name: 'Remove image 5' });
    expect(uploads).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toBe('Up to 5 images.');
    fireEvent.click(screen.getByRole('button', { name: 'Remove image 5' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await give('Images');
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says so of a picture that is dropped on a full field, too', async () => {
    post = { ...saved, images: ['A', 'B', 'C', 'D', 'E'].map(picture) };
    await edit();
    fireEvent.drop(screen.getByRole('button', { name: 'Remove image 5' }), {
      dataTransfer: { files: [new File(['x'], 'b.png', { type: 'image/png' })] },
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Up to 5 images.');
    expect(uploads).toEqual([]);
  });
});
