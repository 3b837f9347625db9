import { AppNotice, AppNoticeRow, AppPost, appContent } from '@headland/contracts/app-content';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmbeddedApp } from '../embedded-app';

const [row] = AppNoticeRow.array().parse(appContent.notices.example) as [AppNoticeRow];
const notice = AppNotice.parse(appContent.notice.example);
const post = AppPost.parse(appContent.post.example);

type Answer = { data: unknown; page?: object } | 'missing';
let answers: Record<string, Answer>;
let asked: { path: string; query: URLSearchParams; cache: string }[];
beforeEach(() => {
  [answers, asked] = [{}, []];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', (address: string, { cache }: { cache: string }) => {
    const url = new URL(address, 'http://localhost');
    asked.push({ path: url.pathname, query: url.searchParams, cache });
    const answer = answers[url.pathname] ?? 'missing';
    if (answer !== 'missing') return Promise.resolve(Response.json({ success: true, error: null, ...answer }));
    const error = { code: 'NOT_FOUND', message: 'Not found', reference: 'r1' };
    return Promise.resolve(Response.json({ success: false, data: null, error }, { status: 404 }));
  });
});
afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});
function open(address: string): void {
  history.replaceState(null, '', address);
  render(<EmbeddedApp />);
}

describe('notices', () => {
  it('are listed for their reader, page by page, without a session', async () => {
    answers['/api/app/notices'] = { data: [row], page: { number: 1, size: 20, total: 2 } };
    open('/noticeApp?lang=en&target=fieldManager&os=ios');
    expect(await screen.findByText(row.title)).toBeTruthy();
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ target: 'fieldManager', os: 'ios', page: '1' });
    expect(asked[0]?.cache).toBe('default');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(asked.map((a) => a.query.get('page'))).toEqual(['1', '1', '2']));
    expect((history.state as { pages?: number }).pages).toBe(2);
  });

  it('show their text as what it is, and nothing of markup beside it', async () => {
    const content = [
      '<h2>Now</h2><p>Bring <strong>it</strong><br>warm &lt;b&gt;</p><ul><li><p>One</p></li></ul>',
      '<p><a href="https://example.com/a">link</a> <a href="javascript:alert(1)">bad</a></p>',
      `<img src="/api/app/images/${'A'.repeat(22)}" alt="A tractor"><img src="https://elsewhere.example/x.png" alt="no">`,
      '<iframe src="https://elsewhere.example"></iframe><p onclick="x()" style="color:red">plain</p>',
    ].join('');
    answers['/api/app/notices/13'] = { data: { ...notice, content, images: [] } };
    open('/noticeDetailApp/13?lang=en');
    const article = within(await screen.findByRole('article'));
    expect(article.getByRole('heading', { name: 'Now' })).toBeTruthy();
    expect(article.getByText(/warm <b>/u)).toBeTruthy();
    expect(article.getAllByRole('link').map((a) => a.getAttribute('href'))).toEqual(['https://example.com/a']);
    const [picture, ...others] = article.getAllByRole('img');
    expect(others).toEqual([]);
    expect(picture?.getAttribute('srcset')).toContain('size=medium 800w');
    expect(document.querySelector('iframe, [style*="red"], [onclick]')).toBeNull();
  });

  it('that have ended say so, and lead to the list', async () => {
    open('/noticeDetailApp/99?lang=en&target=fieldManager');
    expect(await screen.findByText('This notice has ended.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'All notices' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/noticeApp?lang=en&target=fieldManager'));
  });

  it('as a preview show what the form around them posts, and nothing from elsewhere', async () => {
    open('/noticeDetailApp/preview?lang=en');
    await screen.findByRole('status');
    const postFrom = (origin: string, title: string) =>
      window.dispatchEvent(
        new MessageEvent('message', {
          ...{ origin, source: window },
          data: { kind: 'headland-preview', record: { ...notice, title }, pictures: {} },
        }),
      );
    postFrom('https://elsewhere.example', 'Forged');
    postFrom(location.origin, 'As typed');
    expect(await screen.findByRole('heading', { name: 'As typed' })).toBeTruthy();
    expect(screen.queryByText('Forged')).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('questions', () => {
  it('are asked for by category and text, which are in the address', async () => {
    answers['/api/app/faqs'] = { data: [], page: { number: 1, size: 20, total: 0 } };
    open('/faqApp?lang=en');
    expect(await screen.findByText('No questions found.')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Account' }));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' phone ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('text')).toBe('phone'));
    expect(asked.at(-1)?.query.get('category')).toBe('account');
    expect(location.search).toBe('?lang=en&category=account&text=phone');
  });
});

describe('posts', () => {
  it('have their pictures one after another, by buttons, too', async () => {
    const images = ['A', 'B'].map((c) => ({ id: c.repeat(22), alt: `Picture ${c}`, width: 1600, height: 900 }));
    answers['/api/app/posts/7'] = { data: { ...post, images } };
    open('/postDetailApp/7?lang=en');
    expect(await screen.findByRole('img', { name: 'Picture B' })).toBeTruthy();
    expect(screen.getByText('1 of 2')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous image' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next image' }).disabled).toBe(false);
  });
});
