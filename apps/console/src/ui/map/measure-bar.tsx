import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useT } from '../../lib/i18n';
import { IconButton } from '../button';
import type { MapStage } from './map-canvas';

/** The length of the way that is being measured. A click on the map adds a point, Enter the middle of the map, Escape ends it. */
export function MeasureBar({
  stage,
  length,
  onPoint,
  onEnd,
}: {
  stage: MapStage;
  /** null: fewer than two points */
  length: string | null;
  onPoint: (point: { lat: number; lon: number }) => void;
  onEnd: () => void;
}) {
  const t = useT();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const onMap = event.target === stage.map.getContainer();
    if (event.key !== 'Escape' && !(event.key === 'Enter' && onMap)) return;
    if (document.querySelector('[role=dialog][data-state=open],[role=menu][data-state=open]')) return;
    // before the panel beside the map, which Escape closes
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.key === 'Escape') return onEnd();
    const { lat, lng } = stage.map.getCenter().wrap();
    onPoint({ lat, lon: lng });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener, { capture: true });
    // two quick clicks are two points
    stage.map.doubleClickZoom.disable();
    return () => {
      window.removeEventListener('keydown', listener, { capture: true });
      stage.map.doubleClickZoom.enable();
    };
  }, [stage]);
  return (
    <>
      <chakra.span className="centre" aria-hidden css={centreCss} />
      <Flex
        className="tool"
        w="max-content"
        maxW="calc(100% - 120px)"
        align="center"
        gap="2"
        pl="3"
        pr="1"
        py="1"
        bg="raised"
        borderRadius="control"
        boxShadow="high"
        textStyle="small"
        color="ink2"
      >
        <span role="status">
          {length === null ? (
            t('map.measureHelp')
          ) : (
            <chakra.b className="num" color="ink" textStyle="strong">
              {length}
            </chakra.b>
          )}
        </span>
        <IconButton label={t('map.measureEnd')} icon={<X size={14} />} onClick={onEnd} />
      </Flex>
    </>
  );
}

/** Where Enter adds a point: shown while the map has the focus of the keyboard. */
const centreCss = {
  display: 'none',
  position: 'absolute',
  left: 'calc(50% - 8px)',
  top: 'calc(50% - 8px)',
  width: '16px',
  height: '16px',
  zIndex: 500,
  pointerEvents: 'none',
  background:
    'linear-gradient(var(--ink), var(--ink)) center / 2px 100% no-repeat, linear-gradient(var(--ink), var(--ink)) center / 100% 2px no-repeat',
  '.leaflet-container:focus-visible ~ &': { display: 'block' },
} as const;
