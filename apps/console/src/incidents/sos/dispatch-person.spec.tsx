import { CorrectDispatchBody, sosAlerts } from '@headland/contracts/sos';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { useForm } from '../../ui/use-form';
import { DispatchPerson } from './dispatch-person';

function Form() {
  const form = useForm(CorrectDispatchBody, { person: '', phone: '', etaMinutes: '', note: '' });
  return <DispatchPerson agencyId={7} form={form} />;
}
const show = async () => {
  renderPage(<Form />, {
    answers: [
      answer(sosAlerts.people, () => [
        { id: 71, name: 'Kim Minsu', phone: '010-5555-0101' },
        { id: 72, name: 'Lee Seoyeon', phone: null },
      ]),
    ],
  });
  await screen.findByRole('combobox');
};
const choose = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone');

it('brings a phone along, and takes it away with its person', async () => {
  await show();
  for (const next of ['72', 'name']) {
    choose('71');
    expect(phone().value).toBe('010-5555-0101');
    choose(next);
    expect(phone().value).toBe('');
  }
});

it('keeps a number that was typed before anybody was chosen', async () => {
  await show();
  fireEvent.change(phone(), { target: { value: '010-5555-0199' } });
  choose('72');
  expect(phone().value).toBe('010-5555-0199');
});

it('takes names as the company directory has them', () => {
  for (const person of ["O'Brien, J.", 'kim01', 'x'.repeat(50)])
    expect(CorrectDispatchBody.safeParse({ person, phone: '010-5555-0101' }).success).toBe(true);
  expect(CorrectDispatchBody.safeParse({ person: 'x'.repeat(51), phone: '010-5555-0101' }).success).toBe(false);
});
