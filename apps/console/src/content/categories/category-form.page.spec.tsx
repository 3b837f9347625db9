import { categories, type CategoryDetail } from '@headland/contracts/category';
import { models } from '@headland/contracts/model';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { CategoryFormPage } from './category-form.page';

const category: CategoryDetail = {
  ...{ id: 7, version: 4, key: 'filter', nameKo: '필터', nameEn: 'Filters', url: null, displayOrder: 1 },
  ...{ display: 'shown', cover: null, models: [], products: 0, registeredAt: '2026-11-20T06:00:00.000Z', images: [] },
  registeredBy: 'Kim Minsu',
};

it('names that are typed while those before are checked stay, and count as unchecked', async () => {
  const asked: string[] = [];
  let free: () => void = () => undefined;
  renderPage(<CategoryFormPage />, {
    answers: [
      answer(categories.get, () => category),
      answer(categories.list, () => ({ rows: [], total: 1 })),
      answer(models.names, () => []),
      answer(categories.namesFree, ({ query }) => {
        asked.push(query.nameKo);
        return new Promise((resolve) => (free = () => resolve({ nameKo: true, nameEn: true })));
      }),
    ],
    at: '/categoryModi/7',
    path: '/categoryModi/$number',
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name in Korean');
  const put = (value: string) => fireEvent.change(name, { target: { value } });
  const check = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check' });
  put('오일');
  fireEvent.click(check());
  await waitFor(() => expect(asked).toEqual(['오일']));
  put('오일 필터');
  free();
  await waitFor(() => expect(check().getAttribute('aria-busy')).not.toBe('true'));
  expect(name.value).toBe('오일 필터');
  expect(screen.queryByText('This name is available.')).toBeNull();
  // the answer is for the names that it was asked for
  put('오일');
  expect(await screen.findByText('This name is available.')).toBeTruthy();
});
