import { chakra, Flex } from '@chakra-ui/react';
import type { SosDetail } from '@headland/contracts/sos';
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

/** Zoom on the machine itself, once the SOS is acknowledged. */
const closeZoom = 15;
/** Initial distance in pixels between the centre of the map and the nearest agency. */
const agencyPixels = 140;

/**
 * Where it happened: the SOS, its track before and since, the machine's current position, and the way to the nearest
 * agency.
 */
export function SosPlace({ sos }: { sos: SosDetail }) {
  const { t, of } = useI18n();
  const map = useRef<MapHandle>(null);
  useSubscription({ vehicles: sos.vehicle.id > 0 ? [sos.vehicle.id] : [] });
  const pushed = useVehicleNow(sos.vehicle.id);
  const now = pushed ?? sos.now;
  const track = useTrack(sos.track, pushed, isOpen(sos));
  const { lat, lon } = sos;
  const overlays = useMemo<Overlay[]>(() => {
    const list: Overlay[] = track.length > 1 ? [{ kind: 'track', id: 'track', points: track }] : [];
    // below the SOS marker, which must stay readable if both are in one place
    if (now?.lat != null && now.lon !== null && isOpen(sos))
      list.push({
        kind: 'vehicle',
        id: sos.vehicle.id,
        lat: now.lat,
        lon: now.lon,
        state: now.state,
        heading: now.values.heading ?? null,
      });
    if (lat !== null && lon !== null) {
      const position = { lat, lon };
      for (const a of sos.nearest.slice(0, shownAgencies))
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
      const to = sos.dispatch ? sos.nearest.find((a) => a.id === sos.dispatch?.agency.id) : sos.nearest[0];
      if (to?.lat != null && to.lon !== null)
        list.push({ kind: 'line', id: 'nearest', from: { lat: to.lat, lon: to.lon }, to: position });
      list.push({ kind: 'sos', id: sos.id, ...position, raised: sos.status === 'raised' });
    }
    return list;
  }, [sos, lat, lon, now, track]);

  useKeys({ m: () => lat !== null && lon !== null && map.current?.flyTo({ lat, lon, zoom: closeZoom }) });
  const { status } = sos;
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
      <LiveMap ref={map} fleet={false} overlays={overlays} start={{ lat, lon, zoom: openingZoom(sos, lat) }} controls>
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
            <chakra.span color="ink3" truncate title={of(sos.place)}>
              {sos.place ? of(sos.place) : ''}
            </chakra.span>
          </Flex>
          {sos.positionAt && (
            <chakra.span color="watch.ink">
              {t('sos.lastKnown')} · <Age since={sos.positionAt} ago />
            </chakra.span>
          )}
          {track.length > 1 && <chakra.span color="ink2">{t('sos.track30')}</chakra.span>}
        </Flex>
      </LiveMap>
    </chakra.div>
  );
}

/** The loaded track with the positions pushed since, so that a moving machine is noticed. */
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

/** Zoomed out so far that the nearest agency is visible, within reason. */
function openingZoom(sos: SosDetail, lat: number): number {
  const km = sos.nearest[0]?.distanceKm ?? null;
  if (sos.status !== 'raised' || km === null) return closeZoom - 2;
  const maxZoom = Math.log2(metresPerPixel(lat, 256) / ((km * 1000) / agencyPixels));
  return Math.max(8, Math.min(13, Math.floor(maxZoom)));
}

const over = {
  background: 'var(--raised)',
  borderRadius: 'var(--r-control)',
  boxShadow: 'var(--shadow-1)',
  padding: '3px 10px',
  font: 'var(--t-dense) var(--font)',
} as const;
