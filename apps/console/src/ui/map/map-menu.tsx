import type { LeafletMouseEvent } from 'leaflet';
import { Copy, Navigation, Ruler } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../lib/i18n';
import { useConfig } from '../../lib/session/member';
import { useMedia } from '../../lib/use-media';
import { copyText } from '../copy-text';
import { MenuAt, MenuItem, MenuLine, MenuNote } from '../menu';
import type { MapStage } from './map-canvas';
import { coordinatesText, navigationLink } from './place-link';

interface Place {
  lat: number;
  lon: number;
}

/** What one does with a place of the map: a right click, a long press, or the menu key while the map has the focus. */
export function MapMenu({ stage, onMeasure }: { stage: MapStage; onMeasure: (from: Place) => void }) {
  const t = useT();
  const template = useConfig()?.mapLink ?? null;
  const isPhone = useMedia('(pointer: coarse) and (hover: none)', false);
  const [at, setAt] = useState<(Place & { x: number; y: number }) | null>(null);
  useEffect(() => {
    const open = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      originalEvent.preventDefault();
      const { lat, lng } = latlng.wrap();
      setAt({ lat, lon: lng, x: originalEvent.clientX, y: originalEvent.clientY });
    };
    stage.map.on('contextmenu', open);
    return () => void stage.map.off('contextmenu', open);
  }, [stage]);

  if (at === null) return null;
  const link = navigationLink(at, template, isPhone);
  const close = (): void => {
    setAt(null);
    stage.map.getContainer().focus({ preventScroll: true });
  };
  return (
    <MenuAt label={t('map.place')} at={at} onClose={close}>
      <MenuNote className="num">{coordinatesText(at)}</MenuNote>
      <MenuLine />
      <MenuItem value="copy" icon={<Copy size={14} />} onSelect={() => void copyText(coordinatesText(at), t)}>
        {t('map.copyCoordinates')}
      </MenuItem>
      <MenuItem value="measure" icon={<Ruler size={14} />} onSelect={() => onMeasure(at)}>
        {t('map.measureFromHere')}
      </MenuItem>
      {link !== null && (
        <MenuItem
          value="navigate"
          icon={<Navigation size={14} />}
          // an app takes over from the page, another site gets a tab of its own
          onSelect={() => window.open(link, link.startsWith('geo:') ? '_self' : '_blank', 'noopener')}
        >
          {t('map.navigate')}
        </MenuItem>
      )}
    </MenuAt>
  );
}
