import type { RdiOpening } from '@headland/contracts/owner-transfer';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmbeddedApp } from '../embedded-app';

let opened: string[];
let refusal: { code: string; message: string; values?: Record<string, string> } | null;
const opening: RdiOpening = {
  model: 'HL 6-110',
  vin: 'HDLT6A11NSK001001',
  owner: '이*희',
  takenOverOn: '2026-11-20',
  name: 'RDI_HDLT6A11NSK001001_2026-11-20.pdf',
  bytes: 45_000,
  expiresAt: '2026-12-20T05:00:00.000Z',
  opening: 'ZyXwVuTsRqPoNmLkJiHgFe',
};
beforeEach(() => {
  [opened, refusal] = [[], null];
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    opened.push((JSON.parse(body) as { id: string }).id);
    return Promise.resolve(
      Response.json(
        refusal === null
          ? { success: true, data: opening, error: null }
          : { success: false, data: null, error: { reference: 'r1', ...refusal } },
      ),
    );
  });
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});
function page(id = 'AbCdEfGhIjKlMnOpQrStUv'): void {
  history.replaceState(null, '', `/RdiDownload/${id}?lang=en`);
  render(<EmbeddedApp />);
}

describe('the link of a document', () => {
  it('shows the machine and the masked owner, and leads to the file by an address of its own', async () => {
    page();
    expect(await screen.findByText('HL 6-110')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Retail delivery inspection and takeover document' })).toBeTruthy();
    for (const text of ['HDLT6A11NSK001001', '이*희', '2026-11-20', '44 KB'])
      expect(screen.getByText(text)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download PDF' });
    expect(link.getAttribute('href')).toMatch(/^\/api\/rdi\/openings\/ZyXwVuTsRqPoNmLkJiHgFe\/file\?/u);
    expect(link.getAttribute('download')).toBe('RDI_HDLT6A11NSK001001_2026-11-20.pdf');
  });

  it('counts one opening, whatever language is chosen', async () => {
    page();
    await screen.findByRole('link', { name: 'Download PDF' });
    fireEvent.click(screen.getByRole('radio', { name: '한국어' }));
    expect(await screen.findByRole('heading', { name: '인도 점검 및 인수 확인서' })).toBeTruthy();
    expect(opened).toEqual(['AbCdEfGhIjKlMnOpQrStUv']);
  });

  it('names the contact once the link has expired', async () => {
    const values = { dealer: 'Naju agency', phone: '061-555-0100' };
    refusal = { code: 'RDI_EXPIRED', message: 'This document link has expired.', values };
    page();
    expect(await screen.findByText('This document link has expired.')).toBeTruthy();
    expect(screen.getByText('Please contact Naju agency.')).toBeTruthy();
    expect(screen.getByRole('link', { name: /061-555-0100/u }).getAttribute('href')).toBe('tel:0615550100');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('with an invalid address sends no request and leads back to the app', async () => {
    page('short');
    expect(await screen.findByText('Open this page from the app.')).toBeTruthy();
    expect(opened).toEqual([]);
  });

  it('with an unknown id leads back to the app, too', async () => {
    refusal = { code: 'NOT_FOUND', message: 'Not found' };
    page();
    expect(await screen.findByText('Open this page from the app.')).toBeTruthy();
  });

  it('may be tried again when the server is away', async () => {
    refusal = { code: 'UNAVAILABLE', message: 'The server is not available.' };
    page();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    refusal = null;
    fireEvent.click(retry);
    await waitFor(() => expect(screen.getByText('HDLT6A11NSK001001')).toBeTruthy());
  });
});
