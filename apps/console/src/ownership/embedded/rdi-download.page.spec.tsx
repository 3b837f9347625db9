import { rdi } from '@headland/contracts/owner-transfer';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { RdiDownloadPage } from './rdi-download.page';

let opened: string[];
let refusal: Problem | null;
const answers = [
  answer(rdi.open, ({ body }) => {
    opened.push(body.id);
    if (refusal) throw refusal;
    return {
      model: 'HL 6-110',
      vin: 'HDLT6A11NSK001001',
      owner: '이*희',
      takenOverOn: '2026-11-20',
      name: 'RDI_HDLT6A11NSK001001_2026-11-20.pdf',
      bytes: 45_000,
      expiresAt: '2026-12-20T05:00:00.000Z',
      opening: 'ZyXwVuTsRqPoNmLkJiHgFe',
    };
  }),
];
beforeEach(() => {
  [opened, refusal] = [[], null];
  history.replaceState(null, '', '/RdiDownload/x?lang=en');
});
const page = (id = 'AbCdEfGhIjKlMnOpQrStUv') =>
  renderPage(<RdiDownloadPage />, {
    answers,
    at: `/RdiDownload/${id}`,
    path: '/RdiDownload/$vehicleTakeoverId',
    language: 'ko',
  });

describe('the link of a document', () => {
  it('shows the machine and the masked owner, and leads to the file by an address of its own', async () => {
    page();
    expect(await screen.findByRole('heading', { name: 'Retail Delivery Inspection and Takeover' })).toBeTruthy();
    for (const text of ['HL 6-110', 'HDLT6A11NSK001001', '이*희', '2026-11-20', '44 KB'])
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

  it('names whom to ask when its time is over', async () => {
    refusal = new Problem('RDI_EXPIRED', { dealer: 'Naju agency', phone: '061-555-0100' });
    page();
    expect(await screen.findByText('The time to open this document is over.')).toBeTruthy();
    expect(screen.getByText('Please ask Naju agency.')).toBeTruthy();
    expect(screen.getByRole('link', { name: /061-555-0100/u }).getAttribute('href')).toBe('tel:0615550100');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('with an address that is none asks nobody and sends back to the app', async () => {
    page('short');
    expect(await screen.findByText('Open this page from the app.')).toBeTruthy();
    expect(opened).toEqual([]);
  });

  it('may be tried again when the server is away', async () => {
    refusal = new Problem('UNAVAILABLE');
    page();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    refusal = null;
    fireEvent.click(retry);
    await waitFor(() => expect(screen.getByText('HDLT6A11NSK001001')).toBeTruthy());
  });
});
