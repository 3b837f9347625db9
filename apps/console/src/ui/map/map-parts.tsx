import { chakra, Flex } from '@chakra-ui/react';
import type { MapLayer } from '@headland/contracts/map-layer';
import { Layers, Maximize, Minus, Plus, Ruler, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { Menu, MenuCheck, MenuChoice, MenuLine } from '../menu';
import { baseMapAttribution } from './geo/base-map';
import type { MapLayers, MapStage } from './map-canvas';

/** Layers that came later are on for a member whose choice is older. */
const later = z.boolean().default(true);
export const MapLayersSchema = z.object({
  vehicles: z.boolean(),
  faults: later,
  sos: later,
  regions: later,
  places: z.boolean(),
  graticule: z.boolean(),
});
export const allLayers: MapLayers = {
  vehicles: true,
  faults: true,
  sos: true,
  regions: true,
  places: true,
  graticule: true,
};
/** What is drawn of a fleet only, and of the built-in map only. */
const ofFleet: readonly (keyof MapLayers)[] = ['vehicles', 'faults', 'sos'];
const ofOutline: readonly (keyof MapLayers)[] = ['regions', 'graticule'];
/** The outline among the choices; no configured layer has this id. */
export const outline = 'outline';

export function MapControls({
  stage,
  layers,
  onLayers,
  fleet,
  grounds,
  ground,
  onGround,
  measuring,
  onMeasure,
  searching,
  onSearch,
  onFit,
}: {
  stage: MapStage;
  layers: MapLayers;
  onLayers: (layers: MapLayers) => void;
  fleet: boolean;
  /** base maps beside the outline */
  grounds: readonly MapLayer[];
  ground: MapLayer | null;
  onGround: (id: string) => void;
  measuring: boolean;
  onMeasure: () => void;
  searching: boolean;
  /** undefined: there is no address search */
  onSearch: (() => void) | undefined;
  /** null: there is no whole to be shown */
  onFit: (() => void) | null;
}) {
  const { t, of } = useI18n();
  const names = (['vehicles', 'faults', 'sos', 'regions', 'places', 'graticule'] as const).filter(
    (name) =>
      (!ofFleet.includes(name) || fleet) &&
      (!ofOutline.includes(name) || ground === null) &&
      (name !== 'places' || ground?.kind !== 'raster'),
  );
  return (
    <Flex pos="absolute" top="3" right="3" direction="column" gap="4" zIndex="mapControl">
      <Stack>
        <Control label={t('map.zoomIn')} icon={<Plus size={16} />} onClick={() => stage.map.zoomIn()} />
        <Control label={t('map.zoomOut')} icon={<Minus size={16} />} onClick={() => stage.map.zoomOut()} />
      </Stack>
      <Stack>
        {onFit && <Control label={t('map.fitAll')} icon={<Maximize size={16} />} onClick={onFit} />}
        <Menu trigger={<Control label={t('map.layers')} icon={<Layers size={16} />} />}>
          {grounds.length > 0 && (
            <MenuChoice
              label={t('map.ground')}
              value={ground?.id ?? outline}
              choices={[
                { value: outline, label: t('map.outline') },
                ...grounds.map(({ id, name }) => ({ value: id, label: of(name) })),
              ]}
              onChange={onGround}
            />
          )}
          {grounds.length > 0 && names.length > 0 && <MenuLine />}
          {names.map((name) => (
            <MenuCheck
              key={name}
              value={name}
              checked={layers[name]}
              onChange={(on) => onLayers({ ...layers, [name]: on })}
            >
              {t(`map.layer.${name}`)}
            </MenuCheck>
          ))}
        </Menu>
        <Control label={t('map.measure')} icon={<Ruler size={16} />} aria-pressed={measuring} onClick={onMeasure} />
        {onSearch && (
          <Control
            label={t('map.addressSearch')}
            icon={<Search size={16} />}
            aria-pressed={searching}
            onClick={onSearch}
          />
        )}
      </Stack>
    </Flex>
  );
}

const Stack = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    bg: 'raised',
    borderRadius: 'control',
    boxShadow: 'high',
    overflow: 'hidden',
    '& button + button': { borderTop: '1px solid var(--line)' },
  },
});

function Control({
  label,
  icon,
  ...rest
}: {
  label: string;
  icon: ReactNode;
  onClick?: () => void;
  'aria-pressed'?: boolean;
}) {
  return (
    <chakra.button
      type="button"
      aria-label={label}
      title={label}
      w="control"
      h="control"
      display="grid"
      placeItems="center"
      color="ink2"
      _hover={{ bg: 'hover' }}
      _pressed={{ bg: 'accentSoft', color: 'accent' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      {...rest}
    >
      {icon}
    </chakra.button>
  );
}

/** Whose data the map shows. `ground` null: the outline. */
export function Attribution({ ground }: { ground: MapLayer | null }) {
  const text = ground === null ? baseMapAttribution : ground.attribution;
  const url = ground?.attributionUrl ?? null;
  return (
    <chakra.span
      className="attribution"
      pos="absolute"
      right="2"
      bottom="1"
      zIndex="mapControl"
      textStyle="micro"
      fontSize="10px"
      color="ink3"
      pointerEvents="none"
      px="1.5"
      borderRadius="chip"
      css={{ background: 'color-mix(in srgb, var(--surface) 82%, transparent)' }}
    >
      {url === null ? (
        text
      ) : (
        <chakra.a
          href={url}
          target="_blank"
          rel="noreferrer"
          pointerEvents="auto"
          _hover={{ textDecoration: 'underline' }}
        >
          {text}
        </chakra.a>
      )}
    </chakra.span>
  );
}

/** A short word over the map, which stays as it is. */
export const MapNote = chakra('div', {
  base: {
    pos: 'absolute',
    // above scale, sources and legend
    bottom: '80px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 'mapControl',
    w: 'max-content',
    maxW: 'calc(100% - 24px)',
    px: '3',
    py: '1.5',
    bg: 'raised',
    borderRadius: 'control',
    boxShadow: 'low',
    textStyle: 'small',
    color: 'ink2',
    pointerEvents: 'none',
  },
});
