import { describe, expect, it } from 'vitest';
import { contentLimits, richText, visibleLength } from '@headland/contracts/content';
import { Problem } from '../../platform/problem';
import { richTextOf } from './rich-text';

const htmlOf = (given: string) => richTextOf(given).html;
const refusal = (given: string): string | undefined => {
  try {
    richTextOf(given);
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.fields?.content : String(error);
  }
};
const id = 'A'.repeat(22);
const picture = `<img src="/api/app/images/${id}" alt="A tractor">`;

describe('rich text', () => {
  it.each([
    '<h2>Title</h2><p>One <strong>bold</strong> word<br>and a line</p>',
    '<ul><li><p>One</p></li><li><p>Two</p><ol><li><p>a</p></li></ol></li></ul>',
    '<p><a href="https://service.example.com/winter?a=1&amp;b=2">service</a></p>',
    `<p>Text</p>${picture}<p></p><p>more</p>`,
    '<p>1 &lt; 2 &amp; 3 &gt; 2 &quot;so&quot;</p>',
  ])('as the editor makes it stays as it is: %s', (html) => expect(htmlOf(html)).toBe(html));

  it.each([
    ['<div><span class="x">One</span> <i>two</i></div>', '<p>One two</p>'],
    ['<h1>A</h1><h5>B</h5>', '<h2>A</h2><h3>B</h3>'],
    ['<p>A<div>B</div></p>', '<p>A</p><p>B</p><p></p>'],
    ['One<b>two</b><p>three', '<p>One<strong>two</strong></p><p>three</p>'],
    ['<table><tr><td>A</td><td>B</td></tr></table>', '<p>A</p><p>B</p>'],
    ['<p>A<!-- hidden --></p>', '<p>A</p>'],
    ['<a href="HTTPS://example.com" target="_blank" rel="x">x</a>', '<p><a href="HTTPS://example.com">x</a></p>'],
  ])('of other programs keeps its text: %s', (given, html) => expect(htmlOf(given)).toBe(html));

  it.each([
    ['<script>alert(1)</script><p>x</p>', 'field.unsafe'],
    ['<p>x</p><ScRiPt src=//evil>', 'field.unsafe'],
    ['<script', 'field.t1500'],
    ['<img src="/api/app/images/' + id + '" alt="😀"><p>x</p>', 'field.emoji'],
    [`<p>${'a'.repeat(1501)}</p>`, 'field.t1500'],
    ['<p onclick="x()">x</p>', 'field.unsafe'],
    ['<img src=x onerror=alert(1)>', 'field.unsafe'],
    ['<p style="position:fixed">x</p>', 'field.unsafe'],
    ['<style>*{display:none}</style><p>x</p>', 'field.unsafe'],
    ['<svg><a xlink:href="javascript:x">x</a></svg>', 'field.unsafe'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=x></style></math>', 'field.unsafe'],
    ['<iframe src="https://example.com"></iframe>', 'field.unsafe'],
    ['<p><a href="javascript:alert(1)">x</a></p>', 'field.https'],
    ['<p><a href="java&#10;script:alert(1)">x</a></p>', 'field.https'],
    ['<p><a href="data:text/html,x">x</a></p>', 'field.https'],
    ['<p><a href="http://example.com">x</a></p>', 'field.https'],
    ['<p><a href="mailto:a@example.com">x</a></p>', 'field.https'],
    ['<p><a href="//example.com">x</a></p>', 'field.https'],
    ['<p><a href="https://bank.example@evil.example/">x</a></p>', 'field.https'],
    ['<img src="data:image/png;base64,AAAA">', 'field.contentImage'],
    ['<img src="https://elsewhere.example/x.png">', 'field.contentImage'],
    ['<p></p><p><br></p>', 'field.t1500'],
    [picture, 'field.t1500'],
    [`<p>x</p>${picture.repeat(contentLimits.images + 1)}`, 'field.contentImages'],
  ])('is refused: %s', (given, field) => expect(refusal(given)).toBe(field));

  it('names the pictures in it', () =>
    expect(richTextOf(`<p>x</p><img src="/api/images/${id}?size=thumb" alt="A &quot;tractor&quot;">`)).toMatchObject({
      html: `<p>x</p><img src="/api/app/images/${id}" alt="A &quot;tractor&quot;">`,
      images: [{ id, alt: 'A "tractor"' }],
    }));

  it('is the same when it is stored twice', () => {
    for (const given of ['a < b', '<p>1 &lt; 2</p>', 'x\n\nhttps://example.com/a?b=1&c=2.', '<div>A<p>B</p>C</div>'])
      expect(htmlOf(htmlOf(given))).toBe(htmlOf(given));
  });
});

describe('plain text', () => {
  it('stays what it is, in paragraphs and lines, with its links', () =>
    expect(htmlOf('Bring it warm: 40 min & more.\r\nif x < y\n\n\nhttps://service.example.com/winter.')).toBe(
      '<p>Bring it warm: 40 min &amp; more.<br>if x &lt; y</p>' +
        '<p><a href="https://service.example.com/winter">https://service.example.com/winter</a>.</p>',
    ));
});

describe('the length of a text', () => {
  const fits = (html: string) => richText.safeParse(html).success;
  it('counts what one sees', () => {
    expect(visibleLength('<p>a<strong>b</strong></p><ul><li><p>c &amp;</p></li></ul>')).toBe(5);
    expect(fits(`<p>${'a'.repeat(750)}</p><p><strong>${'가'.repeat(750)}</strong></p>`)).toBe(true);
    expect(fits(`<p>${'a'.repeat(1501)}</p>`)).toBe(false);
    expect(fits(`<p>${'&amp;'.repeat(1500)}</p>`)).toBe(true);
    expect(fits('<p> </p>')).toBe(false);
  });
  it.each(['😀', '🇰🇷', '1️⃣', '&#x1F600;', '👍🏽'])('has no emoji: %s', (emoji) =>
    expect(richText.safeParse(`<p>x ${emoji}</p>`).error?.issues[0]?.message).toBe('field.emoji'),
  );
  it('may have digits, # and *', () => expect(fits('<p>1 # *</p>')).toBe(true));
});
