import { customerFleetClients, type FleetClient, organizationFleetClients } from '@headland/contracts/fleet-client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { FleetClients } from './fleet-clients';

const aClient = (id: number, more: Partial<FleetClient> = {}): FleetClient => ({
  id,
  name: `System ${id}`,
  clientId: `fleet-${id}`,
  state: 'active',
  createdAt: '2026-03-01T01:00:00.000Z',
  createdBy: 'Park Jihun',
  expiresAt: null,
  rotatedAt: null,
  revokedAt: null,
  revokedBy: null,
  lastUsedAt: null,
  requests: 0,
  ...more,
});
let clients: FleetClient[];
let asked: unknown[];
let full: boolean;
const answers = [
  answer(customerFleetClients.list, () => clients),
  answer(organizationFleetClients.list, () => clients),
  answer(customerFleetClients.create, ({ params, body }) => {
    if (full) throw new Problem('FLEET_CLIENTS_FULL', { n: 20 }, {}, 'r', 409);
    asked.push({ create: params.id, ...body });
    clients = [aClient(9, { name: body.name }), ...clients];
    return { ...aClient(9, { name: body.name }), secret: 'the-secret-once' };
  }),
  answer(customerFleetClients.rotate, ({ params }) => {
    asked.push({ rotate: params.client });
    return { ...aClient(params.client), secret: 'another-secret' };
  }),
  answer(customerFleetClients.revoke, ({ params }) => {
    asked.push({ revoke: params.client });
    clients = [aClient(1, { state: 'revoked', revokedAt: '2026-03-02T01:00:00.000Z', revokedBy: 'Kim' })];
    return clients[0] as FleetClient;
  }),
];
beforeEach(() => {
  [clients, asked, full] = [[aClient(1, { lastUsedAt: '2026-03-02T01:00:00.000Z', requests: 1234 })], [], false];
});
const card = async (more: { role?: 'ADMIN' | 'STAFF'; closed?: boolean } = {}) => {
  const { role = 'ADMIN', closed = false } = more;
  renderPage(
    <FleetClients endpoints={customerFleetClients} owner={{ kind: 'customer', id: 7 }} frame="card" closed={closed} />,
    { answers, as: { groupType: 'HEAD_OFFICE', role } },
  );
  return within(await screen.findByRole('region', { name: 'API access' }));
};
const dialog = async () => within(await screen.findByRole('dialog'));

describe('clients of the Fleet API', () => {
  it('are shown with what they did', async () => {
    const shown = await card();
    expect(await shown.findByText('System 1')).toBeTruthy();
    expect(shown.getByText('fleet-1')).toBeTruthy();
    expect(shown.getByText('Active')).toBeTruthy();
    expect(shown.getByText('1,234 requests')).toBeTruthy();
  });

  it('are issued; the secret is shown with the addresses, and is gone with the dialog', async () => {
    const shown = await card();
    fireEvent.click(await shown.findByRole('button', { name: 'New client' }));
    const form = await dialog();
    fireEvent.change(form.getByLabelText(/Name/), { target: { value: 'Site software' } });
    fireEvent.click(form.getByRole('button', { name: 'Issue' }));
    const secret = await screen.findByLabelText<HTMLInputElement>('Client secret');
    expect(secret.value).toBe('the-secret-once');
    expect(screen.getByRole('note').textContent).toContain('Shown only once');
    expect(screen.getByLabelText<HTMLInputElement>('Token address').value).toContain('/api/fleet/oauth/token');
    expect(asked).toEqual([{ create: 7, name: 'Site software', expiresAt: null }]);
    fireEvent.click((await dialog()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByDisplayValue('the-secret-once')).toBeNull());
    expect(await shown.findByText('Site software')).toBeTruthy();
  });

  it('show in the dialog why none was issued', async () => {
    full = true;
    const shown = await card();
    fireEvent.click(await shown.findByRole('button', { name: 'New client' }));
    const form = await dialog();
    fireEvent.change(form.getByLabelText(/Name/), { target: { value: 'Site software' } });
    fireEvent.click(form.getByRole('button', { name: 'Issue' }));
    expect(await form.findByText(/At most 20 clients/)).toBeTruthy();
  });

  it('get a new secret after one was asked', async () => {
    const shown = await card();
    fireEvent.click(await shown.findByRole('button', { name: 'Renew secret – System 1' }));
    const question = await dialog();
    expect(question.getByText(/invalid at once/)).toBeTruthy();
    expect(asked).toEqual([]);
    fireEvent.click(question.getByRole('button', { name: 'Renew secret' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Client secret')).value).toBe('another-secret');
    expect(asked).toEqual([{ rotate: 1 }]);
  });

  it('are revoked after one was asked', async () => {
    const shown = await card();
    fireEvent.click(await shown.findByRole('button', { name: 'Revoke – System 1' }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    expect(await shown.findByText('Revoked')).toBeTruthy();
    expect(asked).toEqual([{ revoke: 1 }]);
    expect(shown.queryByRole('button', { name: /System 1/ })).toBeNull();
  });

  it('are only read without the letter U', async () => {
    const shown = await card({ role: 'STAFF' });
    expect(await shown.findByText('System 1')).toBeTruthy();
    expect(shown.queryByRole('button')).toBeNull();
  });

  it('are not issued to a customer who left, but can be revoked', async () => {
    const shown = await card({ closed: true });
    expect(await shown.findByRole('button', { name: 'Revoke – System 1' })).toBeTruthy();
    expect(shown.queryByRole('button', { name: 'New client' })).toBeNull();
    expect(shown.queryByRole('button', { name: /New secret/ })).toBeNull();
  });
});
