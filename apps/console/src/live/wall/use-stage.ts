import { useEffect, useState } from 'react';

/** The stage is laid out for this width and scaled to the screen, so that it is readable at 5 m on any wall display. */
export const stageWidthPx = 1920;

export function useStage(): { scale: number; heightPx: number } {
  const [stage, setStage] = useState(measure);
  useEffect(() => {
    const fit = (): void => setStage(measure());
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
  return stage;
}

function measure(): { scale: number; heightPx: number } {
  const scale = window.innerWidth / stageWidthPx;
  return { scale, heightPx: window.innerHeight / scale };
}
