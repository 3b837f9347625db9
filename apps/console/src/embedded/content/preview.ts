import { useEffect, useState } from 'react';

/** What a form of the console shows of a record that is not saved: it posts it into this page, in a frame of its own. */
export const previewSegment = 'preview';
export interface PreviewMessage {
  kind: 'headland-preview';
  record: unknown;
  /** addresses of its pictures, which only the console may read */
  pictures: Record<string, string>;
}
export const previewReady = 'headland-preview-ready';

/** The record of the form around this page, as it is typed; null: none came yet. */
export function usePreview<T>(): { record: T; pictures: Record<string, string> } | null {
  const [shown, setShown] = useState<PreviewMessage | null>(null);
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent<PreviewMessage | null>): void => {
      if (origin === location.origin && source === window.parent && data?.kind === 'headland-preview') setShown(data);
    };
    window.addEventListener('message', take);
    if (window.parent !== window) window.parent.postMessage(previewReady, location.origin);
    return () => window.removeEventListener('message', take);
  }, []);
  return shown && { record: shown.record as T, pictures: shown.pictures };
}
