import { type FaqDetail, faqs } from '@headland/contracts/faq';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { FaqFormPage } from './faq-form.page';

const faq: FaqDetail = {
  ...{ id: 7, version: 4, category: 'service', title: 'How do I start it?', content: '<p>With the key.</p>' },
  ...{ displayOrder: 3, display: 'shown', views: 0, registrant: 'Kim Minsu', registeredAt: '2026-11-20T06:00:00.000Z' },
};
let sent: (number | null)[];
beforeEach(() => void (sent = []));
const answers = [
  answer(faqs.get, () => faq),
  answer(faqs.change, ({ body }) => {
    sent.push(body.displayOrder);
    return { ...faq, ...body, displayOrder: 3, version: 5 };
  }),
];
const edit = () => renderPage(<FaqFormPage />, { answers, at: '/faqRegi/7', path: '/faqRegi/$number' });
const put = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`, 'u')), { target: { value } });

it.each([
  ['is not sent if nobody touched it: a colleague may have moved the question', { Question: 'How?' }, null],
  ['is sent if it was changed', { 'Display order': '1' }, 1],
  ['is sent with another category, where it is meant as it is shown', { Category: 'account' }, 3],
])('the place of a question %s', async (_, typed, place) => {
  edit();
  for (const [label, value] of Object.entries(typed)) await put(label, value);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([place]));
});
