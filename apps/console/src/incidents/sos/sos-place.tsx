import { chakra, Flex } from '@chakra-ui/react';
import type { SosDetail as Call } from '@headland/contracts/sos';
import type { TrackPoint, VehicleNow } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { useSubscription, useVehicleNow } from '../../lib/live/live';
import { Age } from '../../ui/age';
import { LiveMap, type MapHandle } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { metresPerPixel } from '../../ui/map/view';
import { CopyButton } from './copy-button';
import { shownAgencies } from './sos-agencies';
import { isOpen } from './sos-labels';

/** Zoom on the machine itself, once somebody works on the call. */
const closeZoom = 15;
/** Pixels between the middle of the map and the nearest agency when the map opens. */
const agencyPixels = 140;

/** Where it happened: the call, its track before and since, where the machine is now, and the way to the nearest agency. */
export function SosPlace({ call }: { call: Call }) {
  const { t, of } = useI18n();
  const map = useRef<MapHandle>(null);
  useSubscription({ vehicles: call.vehicle.id > 0 ? [call.vehicle.id] : [] });
  const pushed = useVehicleNow(call.vehicle.id);
  const now = pushed ?? call.now;
  const track = useTrack(call.track, pushed, isOpen(call));
  const { lat, lon } = call;
  const overlays = useMemo<Overlay[]>(() => {
    const list: Overlay[] = track.length > 1 ? [{ kind: 'track', id: 'track', points: track }] : [];
    // under the call's own mark, which must stay readable where both are in one place
    if (now?.lat != null && now.lon !== null && isOpen(call))
      list.push({
        kind: 'vehicle',
        id: call.vehicle.id,
        lat: now.lat,
        lon: now.lon,
        state: now.state,
        heading: now.values.heading ?? null,
      });
    if (lat !== null && lon !== null) {
      const here = { lat, lon };
      for (const a of call.nearest.slice(0, shownAgencies))
        if (a.lat !== null && a.lon !== null)
          list.push({
            kind: 'place',
            id: `agency-${a.id}`,
            lat: a.lat,
            lon: a.lon,
            label: a.name,
            under: true,
            ...(a.distanceKm === null ? {} : { note: `${a.distanceKm} km` }),
          });
      const to = call.dispatch ? call.nearest.find((a) => a.id === call.dispatch?.agency.id) : call.nearest[0];
      if (to?.lat != null && to.lon !== null)
        list.push({ kind: 'line', id: 'nearest', from: { lat: to.lat, lon: to.lon }, to: here });
      list.push({ kind: 'sos', id: call.id, ...here, raised: call.status === 'raised' });
    }
    return list;
  }, [call, lat, lon, now, track]);

  useKeys({ m: () => lat !== null && lon !== null && map.current?.flyTo({ lat, lon, zoom: closeZoom }) });
  const { status } = call;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'raised' && status !== 'raised' && lat !== null && lon !== null)
      map.current?.flyTo({ lat, lon, zoom: closeZoom });
    before.current = status;
  }, [status, lat, lon]);

  if (lat === null || lon === null) {
    return (
      <Flex
        minH="120px"
        flex="1 0 auto"
        align="center"
        justify="center"
        bg="sunken"
        color="ink2"
        px="6"
        textAlign="center"
        textStyle="dense"
      >
        {t('sos.noPositionText')}
      </Flex>
    );
  }
  const coordinates = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  return (
    <chakra.div position="relative" h={{ base: '320px', xl: 'auto' }} flex={{ xl: '1 0 320px' }} minH="320px">
      <LiveMap ref={map} fleet={false} overlays={overlays} start={{ lat, lon, zoom: openingZoom(call, lat) }} controls>
        <Flex
          direction="column"
          align="flex-start"
          gap="1.5"
          position="absolute"
          left="3"
          top="3"
          zIndex="mapControl"
          maxW="calc(100% - 72px)"
          css={{ '& > *': over }}
        >
          <Flex align="center" gap="1.5" maxW="full">
            <chakra.span className="num" whiteSpace="nowrap">
              {coordinates} <span className="unit">WGS 84</span>
            </chakra.span>
            <CopyButton text={coordinates} />
            <chakra.span color="ink3" truncate title={of(call.place)}>
              {call.place ? of(call.place) : ''}
            </chakra.span>
          </Flex>
          {call.positionAt && (
            <chakra.span color="watch.ink">
              {t('sos.lastKnown')} · <Age since={call.positionAt} ago />
            </chakra.span>
          )}
          {track.length > 1 && <chakra.span color="ink2">{t('sos.track30')}</chakra.span>}
        </Flex>
      </LiveMap>
    </chakra.div>
  );
}

/** The track as read, and what was pushed since, so that a machine that slides or is driven off is seen to. */
function useTrack(read: readonly TrackPoint[], pushed: VehicleNow | null, grows: boolean): readonly TrackPoint[] {
  const [since, setSince] = useState<readonly TrackPoint[]>([]);
  const ts = pushed?.positionTs ? Date.parse(pushed.positionTs) : null;
  if (grows && pushed && ts !== null && pushed.lat !== null && pushed.lon !== null && ts > (since.at(-1)?.ts ?? 0)) {
    const { lat, lon, values } = pushed;
    const state = pushed.engine === 'off' ? 'off' : pushed.work;
    setSince([
      ...since,
      {
        ts,
        lat,
        lon,
        heading: values.heading ?? null,
        speed: values.speed ?? null,
        state,
        rpm: null,
        engineHours: null,
        fuelUsed: null,
      },
    ]);
  }
  return useMemo(() => {
    const last = read.at(-1)?.ts ?? 0;
    return [...read, ...since.filter((p) => p.ts > last)];
  }, [read, since]);
}

/** So far out that the nearest agency is in the picture, within reason. */
function openingZoom(call: Call, lat: number): number {
  const km = call.nearest[0]?.distanceKm ?? null;
  if (call.status !== 'raised' || km === null) return closeZoom - 2;
  const most = Math.log2(metresPerPixel(lat, 256) / ((km * 1000) / agencyPixels));
  return Math.max(8, Math.min(13, Math.floor(most)));
}

const over = {
  background: 'var(--raised)',
  borderRadius: 'var(--r-control)',
  boxShadow: 'var(--shadow-1)',
  padding: '3px 10px',
  font: 'var(--t-dense) var(--font)',
} as const;
