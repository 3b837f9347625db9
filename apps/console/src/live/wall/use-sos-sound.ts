import type { WallSettings } from '@headland/contracts/kiosk';
import type { SosSummary } from '@headland/contracts/sos';
import { useEffect, useRef } from 'react';
import { armSound, chime, useSoundState } from '../../lib/sound';
import { isWaiting } from './attention';
import { soundsAtAll } from './wall-sound';

/**
 * Each SOS that waits sounds once: by its row and not by its event, which is not sent again after a resync or a reload.
 * While the browser blocks the sound it is put off, as long as the SOS waits. Answers whether a sound that is wanted is
 * blocked.
 */
export function useSosSound(sos: readonly SosSummary[], settings: WallSettings | null): boolean {
  const isBlocked = useSoundState() === 'blocked';
  const sounded = useRef<ReadonlySet<number>>(new Set());
  // nobody touches a display: it sounds where the site may play by itself, and only if it is told to begin
  useEffect(() => void armSound(), []);
  useEffect(() => {
    if (settings === null) return;
    const isWanted = soundsAtAll(settings) && settings.sounds.includes('sos');
    if (isWanted && isBlocked) return;
    const { current: before } = sounded;
    const waiting = sos.filter(isWaiting).map(({ id }) => id);
    sounded.current = new Set([...before, ...waiting]);
    if (isWanted && waiting.some((id) => !before.has(id))) chime(3, settings.volume / 100);
  }, [sos, settings, isBlocked]);
  return isBlocked && settings !== null && soundsAtAll(settings);
}
