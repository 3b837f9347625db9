import { useCallback, useState } from 'react';

/** Whether pictures of a form are still being sent: several of its fields send them, the text several at once. */
export function useUploads(): { uploading: boolean; onBusy: (busy: boolean) => void } {
  const [count, setCount] = useState(0);
  const onBusy = useCallback((busy: boolean) => setCount((n) => n + (busy ? 1 : -1)), []);
  return { uploading: count > 0, onBusy };
}
