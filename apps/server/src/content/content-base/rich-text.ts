import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { contentLimits, visibleLength, visibleText } from '@headland/contracts/content';
import { hasEmoji } from '@headland/contracts/fields';
import { Problem } from '../../platform/problem';

/**
 * Rich text as it is stored: built anew from the few elements that the editor makes, so that nothing else of what was
 * sent can be in it. Harmless marks of other programs are dropped and their text is kept; scripts, handlers, styles, and
 * links or pictures from elsewhere refuse the text as a whole. Plain text becomes paragraphs.
 */
export interface RichText {
  html: string;
  /** what one reads, for searching and counting */
  text: string;
  /** of the pictures in it, in their order */
  images: { id: string; alt: string }[];
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What runs, loads or lays out: a text with one of them is an attempt, or a paste that would come out as something else. */
const refused = new Set([
  ...['script', 'style', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'link', 'meta', 'base'],
  ...['svg', 'math', 'form', 'input', 'button', 'select', 'textarea', 'template', 'noscript', 'audio', 'video'],
]);
const headings: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' };
const blocks = new Set([
  ...Object.keys(headings),
  ...[
    'p',
    'ul',
    'ol',
    'li',
    'img',
    'div',
    'section',
    'article',
    'blockquote',
    'pre',
    'table',
    'tbody',
    'tr',
    'td',
    'th',
  ],
]);
const image = /^\/api\/(?:app\/)?images\/([\w-]{22})(?:\?size=\w+)?$/u;

/** Throws Problem E0001 at `field`. */
export function richTextOf(given: string, field = 'content'): RichText {
  const builder = new Builder();
  const html = isPlain(given) ? paragraphsOf(given) : builder.blocks(parseFragment(given).childNodes);
  const refusal = builder.refusals[0] ?? refusalOf(html, builder.images.length);
  if (refusal !== undefined) throw new Problem('E0001', {}, { [field]: refusal });
  return { html, text: visibleText(html), images: builder.images };
}

function refusalOf(html: string, images: number): string | undefined {
  const length = visibleLength(html);
  if (length === 0 || length > contentLimits.characters) return 'field.t1500';
  if (hasEmoji(html)) return 'field.emoji';
  return images > contentLimits.images ? 'field.contentImages' : undefined;
}

const isPlain = (text: string): boolean => !/<[a-z!/][^>]*>|<(?:script|style|svg|img|iframe)/iu.test(text);

/** Empty lines part paragraphs; https addresses become links. */
const paragraphsOf = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>')}</p>`)
    .join('');
const linked = (line: string): string =>
  line
    .split(/(https:\/\/[^\s<>"]+[^\s<>".,;:!?)])/u)
    .map((part, i) =>
      i % 2 === 1 && isHttps(part) ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('');

class Builder {
  readonly refusals: string[] = [];
  readonly images: RichText['images'] = [];

  /** Paragraphs, headings, lists and pictures; what stands between them becomes a paragraph. */
  blocks(nodes: readonly Node[]): string {
    let html = '';
    let open = '';
    const close = (): void => {
      if (open.replaceAll('<br>', '').trim() !== '') html += `<p>${open.trim()}</p>`;
      open = '';
    };
    for (const node of nodes) {
      if (!isElement(node) || !hasBlocks(node)) {
        open += this.inline([node]);
        continue;
      }
      close();
      html += this.block(node);
    }
    close();
    return html;
  }

  private block(element: Element): string {
    if (!this.admits(element)) return '';
    const { tagName: tag, childNodes: children } = element;
    const heading = headings[tag];
    if (heading !== undefined) return wrapped(heading, this.inline(children));
    if (tag === 'p')
      return children.some((c) => isElement(c) && hasBlocks(c)) ? this.blocks(children) : this.paragraph(children);
    if (tag === 'ul' || tag === 'ol') return wrapped(tag, this.items(children));
    if (tag === 'li') return wrapped('ul', this.items([element]));
    if (tag === 'img') return this.image(element);
    return this.blocks(children);
  }

  private paragraph(nodes: readonly Node[]): string {
    // an empty one is a line of space that its author wanted
    return `<p>${this.inline(nodes)}</p>`;
  }

  private items(nodes: readonly Node[]): string {
    return nodes
      .filter(isElement)
      .map((node) => (this.admits(node) ? wrapped('li', this.blocks(node.childNodes)) : ''))
      .join('');
  }

  private inline(nodes: readonly Node[]): string {
    return nodes
      .map((node) => (isElement(node) ? this.mark(node) : 'value' in node ? escaped(node.value) : ''))
      .join('');
  }

  private mark(element: Element): string {
    if (!this.admits(element)) return '';
    const { tagName: tag, childNodes: children } = element;
    if (tag === 'br') return '<br>';
    if (tag === 'strong' || tag === 'b') return wrapped('strong', this.inline(children));
    if (tag === 'a') return this.link(element);
    return this.inline(children);
  }

  private link(element: Element): string {
    const href = attributeOf(element, 'href')?.trim();
    const inner = this.inline(element.childNodes);
    if (href === undefined || inner === '') return inner;
    if (!isHttps(href)) {
      this.refusals.push('field.https');
      return '';
    }
    return `<a href="${escaped(href)}">${inner}</a>`;
  }

  private image(element: Element): string {
    const id = image.exec(attributeOf(element, 'src') ?? '')?.[1];
    if (id === undefined) {
      this.refusals.push('field.contentImage');
      return '';
    }
    const alt = (attributeOf(element, 'alt') ?? '').slice(0, 100);
    this.images.push({ id, alt });
    return `<img src="/api/app/images/${id}" alt="${escaped(alt)}">`;
  }

  private admits({ tagName, attrs }: Element): boolean {
    const isUnsafe = refused.has(tagName) || attrs.some(({ name }) => name === 'style' || name.startsWith('on'));
    if (isUnsafe) this.refusals.push('field.unsafe');
    return !isUnsafe;
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node;
const hasBlocks = (node: Element): boolean =>
  blocks.has(node.tagName) || node.childNodes.some((child) => isElement(child) && hasBlocks(child));
const attributeOf = ({ attrs }: Element, name: string): string | undefined => attrs.find((a) => a.name === name)?.value;
const wrapped = (tag: string, inner: string): string => (inner === '' ? '' : `<${tag}>${inner}</${tag}>`);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** An address with a host, and without a name and password that would pass for one. */
function isHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return /^https:\/\//iu.test(address) && protocol === 'https:' && hostname !== '' && username + password === '';
}
