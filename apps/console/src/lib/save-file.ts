import type { Download } from '@headland/contracts/endpoint';

/** Hands a file to the browser, which saves it where it saves downloads. */
export function saveFile({ bytes, name }: Download, otherwise: string, type = 'application/octet-stream'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name ?? otherwise;
  link.click();
  // the click has taken the address; what is left would hold the bytes in memory
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
