import { vi } from 'vitest';

/** What the page hands to the browser to be saved, from now to the end of the test. */
export function savedFiles(): { name: string; type: string }[] {
  const saved: { name: string; type: string }[] = [];
  let type = '';
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    type = (file as Blob).type;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, type });
  });
  return saved;
}
