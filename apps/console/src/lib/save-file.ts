import type { Download } from '@headland/contracts/endpoint';

/** Saves a file as a browser download. */
export function saveFile({ bytes, name }: Download, fallbackName: string, type = 'application/octet-stream'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name ?? fallbackName;
  link.click();
  // the click has used the URL; revoking it frees the bytes
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
