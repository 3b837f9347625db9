/** A login id that its owner recognises and others cannot use: `kim***01`. */
export function maskLoginId(id: string): string {
  const [head, tail] = id.length >= 7 ? [3, 2] : [1, 1];
  return `${id.slice(0, head)}***${id.slice(-tail)}`;
}

/** `minsu@korea.kr` → `mi***@korea.kr` */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, Math.min(2, Math.max(1, at - 1)))}***${address.slice(at)}`;
}
