import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { Picture } from './picture';

/**
 * The text of a notice, an FAQ or a post. The server stores nothing but these elements; here they are built anew from a
 * document that runs nothing, so that no markup of a text is ever put into the page.
 */
const plain = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong'];
const imageId = /^\/api\/(?:app\/)?images\/([\w-]{22})/u;

export function RichText({ html }: { html: string }) {
  const children = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return childrenOf(body);
  }, [html]);
  return <div className="text">{children}</div>;
}

const childrenOf = (node: Node): ReactNode[] =>
  [...node.childNodes].map((child, i) => <Fragment key={i}>{shown(child)}</Fragment>);

function shown(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (tag === 'br') return <br />;
  if (tag === 'img') return <TextPicture src={node.getAttribute('src') ?? ''} alt={node.getAttribute('alt') ?? ''} />;
  if (tag === 'a') return <TextLink href={node.getAttribute('href') ?? ''}>{childrenOf(node)}</TextLink>;
  return plain.includes(tag) ? createElement(tag, null, ...childrenOf(node)) : childrenOf(node);
}

function TextPicture({ src, alt }: { src: string; alt: string }) {
  const id = imageId.exec(src)?.[1];
  return id === undefined ? null : <Picture id={id} alt={alt} />;
}

/** Beside the page, where the web view has something like that: the app decides. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  if (!href.toLowerCase().startsWith('https://')) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
