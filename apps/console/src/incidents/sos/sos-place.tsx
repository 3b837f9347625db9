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
import { CopyButton } from './copy-button';
import { agenciesToShow } from './sos-agencies';
import { isOpen } from './sos-labels';

/** Zoom on the machine itself, once the SOS is acknowledged. */
const closeZoom = 15;

/**
 * Where it happened: the SOS, its track before and since, the machine's current position, and the way to the nearest
 * agency.
 */
export function SosPlace({ sos, readAt }: { sos: SosDetail; readAt: number }) {
  const { t, of } = useI18n();
  const map = useRef<MapHandle>(null);
  useSubscription({ vehicles: sos.vehicle.id > 0 ? [sos.vehicle.id] : [] });
  const pushed = useVehicleNow(sos.vehicle.id, { at: readAt, lastSeenAt: sos.now?.lastSeenAt ?? null });
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
      for (const a of agenciesToShow(sos))
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
      const to = helper(sos);
      if (to?.lat != null && to.lon !== null)
        list.push({
          kind: 'line',
          id: 'nearest',
          from: { lat: to.lat, lon: to.lon },
          to: position,
          edge: to.distanceKm === null ? to.name : `${to.name} ${to.distanceKm} km`,
        });
      list.push({ kind: 'sos', id: sos.id, ...position, raised: sos.status === 'raised' });
    }
    return list;
  }, [sos, lat, lon, now, track]);

  useKeys({ m: () => lat !== null && lon !== null && map.current?.flyTo({ lat, lon, zoom: closeZoom }) });
  const shown = useRef({ lat, lon });
  useEffect(() => {
    const { current: old } = shown;
    shown.current = { lat, lon };
    // a later press has brought another position
    if (lat !== null && lon !== null && (lat !== old.lat || lon !== old.lon)) map.current?.flyTo({ lat, lon });
  }, [lat, lon]);
  const { status } = sos;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'raised' && status !== 'raised' && lat !== null && lon !== null)
      map.current?.fit([{ lat, lon }, ...track]);
    before.current = status;
  }, [status, lat, lon, track]);

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
  const to = helper(sos);
  const around = [
    { lat, lon },
    ...track,
    ...(to?.lat != null && to.lon !== null ? [{ lat: to.lat, lon: to.lon }] : []),
  ];
  return (
    <Flex direction="column" flex={{ xl: '1 0 auto' }}>
      <chakra.div position="relative" h={{ base: '320px', xl: 'auto' }} flex={{ xl: '1 0 300px' }} minH="300px">
        <LiveMap ref={map} fleet={false} overlays={overlays} start={around} controls />
      </chakra.div>
      {/* below the map: over it, it would cover the track */}
      <Flex
        px="4"
        py="1.5"
        columnGap="4"
        rowGap="0.5"
        align="baseline"
        wrap="wrap"
        borderTop="1px solid"
        borderColor="line"
        textStyle="dense"
        flexShrink={0}
      >
        <Flex as="span" align="center" gap="1" className="num" whiteSpace="nowrap">
          {coordinates} <span className="unit">WGS 84</span>
          <CopyButton text={coordinates} />
        </Flex>
        {sos.place && <span>{of(sos.place)}</span>}
        {sos.positionAt && (
          <chakra.span color="watch.ink">
            {t('sos.lastKnown')} · <Age since={sos.positionAt} ago />
          </chakra.span>
        )}
        {track.length > 1 && <chakra.span color="ink3">{t('sos.track30')}</chakra.span>}
      </Flex>
    </Flex>
  );
}

/** The agency on its way, else the nearest one. */
const helper = ({ dispatch, nearest }: SosDetail) =>
  dispatch ? nearest.find((a) => a.id === dispatch.agency.id) : nearest[0];

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
