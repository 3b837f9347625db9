import { chakra, Flex } from '@chakra-ui/react';
import type { Incident } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { around } from '../map/around';
import { LiveMap, type MapHandle } from '../map/live-map';
import type { Overlay } from '../map/overlays';
import { EmptyState } from '../states';
import { VehicleMark } from '../state-mark';
import type { At } from './track-points';

/** The track of that hour and the position at the player's time; the map follows it while playing, when it would leave the view. */
export function ReplayMap({
  incident: { vehicleId, points, moments },
  here,
  moving,
}: {
  incident: Incident;
  here: At | null;
  moving: boolean;
}) {
  const { t } = useI18n();
  const map = useRef<MapHandle>(null);
  const view = useRef<{ west: number; south: number; east: number; north: number; zoom: number } | null>(null);
  const still = useMemo<Overlay[]>(
    () => [
      ...(points.length > 1 ? [{ kind: 'track' as const, id: 'replay', points }] : []),
      ...moments.flatMap<Overlay>((m, i) => {
        if (m.lat === null || m.lon === null) return [];
        const where = { lat: m.lat, lon: m.lon };
        if (m.name === 'sos.raised') return [{ kind: 'sos', id: i, ...where, raised: false }];
        const shape =
          m.name === 'fault.occurred'
            ? 'fault'
            : m.name === 'engine.started'
              ? 'engineOn'
              : m.name === 'engine.stopped'
                ? 'engineOff'
                : null;
        return shape === null ? [] : [{ kind: 'mark', id: `${m.name}${m.ts}`, ...where, shape }];
      }),
    ],
    [points, moments],
  );
  const overlays = useMemo<Overlay[]>(
    () =>
      here
        ? [
            ...still,
            {
              kind: 'vehicle',
              id: vehicleId,
              lat: here.lat,
              lon: here.lon,
              state: here.state ?? 'off',
              heading: here.heading,
            },
          ]
        : still,
    [still, here, vehicleId],
  );
  useEffect(() => {
    const v = view.current;
    if (!here || !v || !moving) return;
    const padX = (v.east - v.west) * 0.12;
    const padY = (v.north - v.south) * 0.12;
    if (here.lon < v.west + padX || here.lon > v.east - padX || here.lat < v.south + padY || here.lat > v.north - padY)
      map.current?.flyTo({ lat: here.lat, lon: here.lon, zoom: v.zoom });
  }, [here, moving]);
  const [first] = points;
  if (!first)
    return (
      <chakra.div flex="1" minH="160px" display="grid" placeItems="center">
        <EmptyState title={t('replay.noWay')} text={t('replay.noWayText')} />
      </chakra.div>
    );
  return (
    <chakra.div flex="1" minH="280px" pos="relative" display="flex">
      <LiveMap
        ref={map}
        fleet={false}
        legend={false}
        overlays={overlays}
        onView={(v) => (view.current = v)}
        start={around(points, free)}
      >
        {here && (
          <Flex
            pos="absolute"
            zIndex="mapControl"
            left="3"
            top="3"
            gap="2"
            align="center"
            bg="raised"
            borderRadius="card"
            boxShadow="var(--shadow-2)"
            px="3"
            py="2"
          >
            {here.state && !here.gap && <VehicleMark state={here.state} heading={here.heading ?? 0} />}
            <chakra.b fontWeight="600" color={here.gap ? 'watch.ink' : 'ink'}>
              {here.gap ? t('vehicle.track.gap') : here.state ? t(`state.${here.state}`) : '–'}
            </chakra.b>
            <chakra.span className="num" color="ink3">
              {timeText(here.ts)}
            </chakra.span>
          </Flex>
        )}
      </LiveMap>
    </chakra.div>
  );
}

/** Of the smallest map that this is. */
const free = { width: 300, height: 220 };
