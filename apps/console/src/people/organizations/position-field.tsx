import { chakra, Flex } from '@chakra-ui/react';
import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { LiveMap, type MapPosition } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { type OrganizationValues, twoCss } from './organization-values';

/** The country where most of it works: where the map opens when nothing nearer is known. */
const country = { lat: 36.3, lon: 127.8, zoom: 6 };
/** Five decimals are a metre. */
const decimals = 5;

interface Props {
  form: {
    values: OrganizationValues;
    set: (name: 'lat' | 'lon', value: string) => void;
    field: (name: 'lat' | 'lon') => { value: string; onChange: (value: string) => void };
  };
  name: string;
  /** opens the map near the parent where the place is not known yet */
  around: { lat: number | null; lon: number | null } | null;
}

/** Where it is, for "the nearest agency": typed, or picked on the map. */
export function PositionField({ form, name, around }: Props) {
  const { t } = useI18n();
  const [picking, setPicking] = useState(false);
  const lat = degrees(form.values.lat, 90);
  const lon = degrees(form.values.lon, 180);
  const overlays = useMemo<Overlay[]>(
    () => (lat === null || lon === null ? [] : [{ kind: 'place', id: 'here', lat, lon, label: name }]),
    [lat, lon, name],
  );
  const [start] = useState<MapPosition>(() =>
    lat !== null && lon !== null
      ? { lat, lon, zoom: 12 }
      : around?.lat != null && around.lon !== null
        ? { lat: around.lat, lon: around.lon, zoom: 9 }
        : country,
  );
  return (
    <Flex direction="column" gap="2">
      <chakra.div css={twoCss}>
        <TextField
          label={t('organization.field.lat')}
          required={false}
          inputMode="decimal"
          maxLength={10}
          {...form.field('lat')}
        />
        <TextField
          label={t('organization.field.lon')}
          required={false}
          inputMode="decimal"
          maxLength={11}
          {...form.field('lon')}
        />
      </chakra.div>
      <Flex align="center" gap="2" wrap="wrap">
        <Button icon={<MapPin size={14} />} aria-expanded={picking} onClick={() => setPicking(!picking)}>
          {t(picking ? 'organization.closeMap' : 'organization.pickOnMap')}
        </Button>
        <chakra.span textStyle="small" color="ink3" flex="1" minW="40">
          {t(picking ? 'organization.pickHelp' : 'organization.positionHelp')}
        </chakra.span>
      </Flex>
      {picking && (
        <chakra.div
          ref={reveal}
          pos="relative"
          h="260px"
          border="1px solid"
          borderColor="line"
          borderRadius="control"
          overflow="hidden"
        >
          <LiveMap
            fleet={false}
            legend={false}
            start={start}
            overlays={overlays}
            onPick={(at) => {
              form.set('lat', at.lat.toFixed(decimals));
              form.set('lon', at.lon.toFixed(decimals));
            }}
          />
        </chakra.div>
      )}
    </Flex>
  );
}

/** It opens at the foot of a form that scrolls. */
const reveal = (map: HTMLElement | null): void => map?.scrollIntoView({ block: 'nearest' });
const degrees = (text: string, most: number): number | null =>
  text.trim() !== '' && Math.abs(Number(text)) <= most ? Number(text) : null;
