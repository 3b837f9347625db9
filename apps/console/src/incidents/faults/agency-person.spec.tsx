import { AcceptFaultBody, faults } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import type { NearAgency } from '@headland/contracts/shared-shapes';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { useForm } from '../../ui/use-form';
import { AgencyAndPerson, noAcceptance } from './agency-person';

const agency = (id: number, name: string): NearAgency => ({
  ...{ id, name, phone: null, distanceKm: id, lat: null, lon: null },
});
const [sora, naju] = [agency(31, 'Sora agency'), agency(32, 'Naju agency')];
let load: (near: NearAgency[]) => void;
function Picker() {
  const [near, setNear] = useState<NearAgency[]>([sora]);
  load = setNear;
  const form = useForm(AcceptFaultBody, { ...noAcceptance, agencyId: '31' });
  return <AgencyAndPerson form={form} near={near} />;
}

it('shows the chosen agency also when it is not, or no longer, among the nearest', async () => {
  renderPage(<Picker />, {
    answers: [
      answer(faults.people, () => []),
      answer(organizations.tree, () =>
        [sora, naju].map(({ id, name }) => ({
          id,
          name,
          parentId: null,
          type: 'AGENCY' as const,
          lat: null,
          lon: null,
        })),
      ),
    ],
  });
  const choice = await screen.findByRole('combobox', { name: 'Agency' });
  expect(choice).toHaveProperty('value', '31');
  act(() => load([naju]));
  expect(choice).toHaveProperty('value', 'another');
  expect(await screen.findByRole('button', { name: /Sora agency/u })).toBeTruthy();
  act(() => load([naju, sora]));
  expect(choice).toHaveProperty('value', '31');
  expect(screen.queryByRole('button', { name: /Sora agency/u })).toBeNull();
});
