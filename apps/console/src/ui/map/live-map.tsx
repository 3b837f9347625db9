import 'leaflet/dist/leaflet.css';
import { chakra } from '@chakra-ui/react';
import { type MapFrame, markFlags } from '@headland/contracts/live-frame';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { z } from 'zod';
import {
  useLiveStopped,
  useSubscription,
  useMapFrames,
  useMapSubscription,
  useVehicleUpdates,
} from '../../lib/live/live';
import { useI18n } from '../../lib/i18n';
import { useConfig } from '../../lib/session/member';
import { useRemembered } from '../../lib/session/store';
import { useTheme } from '../../lib/use-theme';
import { type Address, AddressBar } from './address-bar';
import type { GroundState } from './ground';
import { Legend } from './legend';
import { allLayers, Attribution, MapControls, MapLayersSchema, MapNote, outline } from './map-parts';
import { MapStage } from './map-canvas';
import { mapCss } from './map-css';
import { MapMenu } from './map-menu';
import { lengthText, measureOverlays, metresOver } from './measure';
import { MeasureBar } from './measure-bar';
import { NearbyList } from './nearby-list';
import type { Overlay } from './overlays';
import { type Bounds, ViewportQuery, worldZoom } from './viewport-query';

export interface MapPosition {
  lat: number;
  lon: number;
  zoom?: number;
}
export interface MapHandle {
  flyTo: (to: MapPosition) => void;
  fit: (points: readonly { lat: number; lon: number }[]) => void;
  fitFleet: () => void;
}
export interface LiveMapProps {
  label?: string;
  selectedId?: number | null;
  /** a vehicle was clicked, or chosen with the keyboard; null: the ground beside it */
  onSelect?: (id: number | null) => void;
  /** a place was clicked, for maps on which one is picked */
  onPick?: (at: { lat: number; lon: number }) => void;
  followId?: number | null;
  /** the person has moved the map by hand while it followed */
  onFollowEnd?: () => void;
  /** the live fleet; false for a map of one subject */
  fleet?: boolean;
  overlays?: readonly Overlay[];
  /** where it opens: a place, so that all of these are in sight, or around the whole fleet (the default) */
  start?: MapPosition | readonly MapPosition[] | 'fleet';
  controls?: boolean;
  legend?: boolean;
  onView?: (view: Bounds & { zoom: number }) => void;
  /** over the map: cards, captions */
  children?: ReactNode;
  ref?: Ref<MapHandle>;
}

const none: readonly never[] = [];
const viewportQueryMs = 5_000;
/** Until the fleet is found: the country where most of it works. */
const firstView = { lat: 36.3, lon: 127.8, zoom: 7 };
const reduced = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The live map. It fills its parent, subscribes to its own viewport, and draws on canvas: React sees the view and clicks, never a mark. */
export function LiveMap({
  label,
  selectedId = null,
  onSelect,
  onPick,
  followId = null,
  onFollowEnd,
  fleet = true,
  overlays = none,
  start = 'fleet',
  controls = true,
  legend = true,
  onView,
  children,
  ref,
}: LiveMapProps) {
  const { t, language, number } = useI18n();
  const config = useConfig();
  const theme = useTheme();
  const [layers, setLayers] = useRemembered('map.layers', MapLayersSchema, allLayers);
  const [chosen, setChosen] = useRemembered('map.ground', z.string(), config?.mapLayer ?? outline);
  const grounds = config?.mapLayers ?? none;
  // of a layer that is configured no longer, the outline remains
  const ground = grounds.find(({ id }) => id === chosen) ?? null;
  /** the points of a way that is being measured */
  const [measured, setMeasured] = useState<readonly { lat: number; lon: number }[] | null>(null);
  /** whether the address search is open, and what was chosen in it */
  const [searching, setSearching] = useState(false);
  const [address, setAddress] = useState<Address | null>(null);
  const lengthOf = useCallback((metres: number) => lengthText(metres, number), [number]);
  const drawn = useMemo(
    () => [
      ...overlays,
      ...(measured === null ? [] : measureOverlays(measured, lengthOf)),
      ...(address === null ? [] : [placeOf(address)]),
    ],
    [measured, address, overlays, lengthOf],
  );
  const [groundState, setGroundState] = useState<GroundState>('none');
  const stopped = useLiveStopped() && fleet;
  const [viewportQuery, setViewportQuery] = useState<{ viewportQuery: ViewportQuery; step: number } | null>(null);
  const surveying = viewportQuery !== null;
  useEffect(() => {
    if (!surveying) return;
    // No frame came: no stream, or nothing that this member may see on a map. Then the map draws its initial view.
    const timer = setTimeout(() => setViewportQuery(null), viewportQueryMs);
    return () => clearTimeout(timer);
  }, [surveying]);
  const place = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<MapStage | null>(null);
  /** where the map was sent before it was there */
  const asked = useRef<((s: MapStage) => void) | null>(null);
  const run = useCallback(
    (move: (s: MapStage) => void): void => {
      if (stage) move(stage);
      else asked.current = move;
    },
    [stage],
  );
  const [view, setView] = useState<(Bounds & { zoom: number }) | null>(null);

  const showView = useEffectEvent((s: MapStage) => {
    const b = s.map.getBounds().pad(0.1);
    const next = {
      zoom: Math.round(s.map.getZoom()),
      west: b.getWest(),
      south: Math.max(-90, b.getSouth()),
      east: b.getEast(),
      north: Math.min(90, b.getNorth()),
    };
    setView(next);
    onView?.(next);
  });
  const hit = useEffectEvent(
    (s: MapStage, found: ReturnType<MapStage['hitAt']>, place: { lat: number; lon: number }) => {
      if (measured !== null) return setMeasured([...measured, place]);
      onPick?.(place);
      if (found?.kind === 'cluster')
        s.map.flyTo(s.nearest(found.cluster), Math.min(18, s.map.getZoom() + 2), {
          duration: 0.4,
          animate: !reduced,
        });
      else onSelect?.(found ? found.mark.id : null);
    },
  );
  const dragged = useEffectEvent(() => followId !== null && onFollowEnd?.());
  /** The tile of the whole world, while it is subscribed: one that has come already is not sent again before something moves. */
  const world = useRef<MapFrame | null>(null);
  const fitFleet = useCallback((s: MapStage, mainOnly = false) => {
    const found = new ViewportQuery((b) => {
      setViewportQuery(null);
      if (b)
        s.map.fitBounds(
          [
            [b.south, b.west],
            [b.north, b.east],
          ],
          { padding: [24, 24], maxZoom: 12, animate: !reduced },
        );
    }, mainOnly);
    setViewportQuery({ viewportQuery: found, step: 0 });
    if (world.current !== null && found.take(world.current)) setViewportQuery((now) => now && { ...now, step: 1 });
  }, []);
  const places = Array.isArray(start) ? (start as readonly MapPosition[]) : null;
  const begin = useEffectEvent((s: MapStage) => {
    if (places !== null) return fit(s, places, false);
    const from = start === 'fleet' ? firstView : (start as MapPosition);
    s.map.setView([from.lat, from.lon], from.zoom ?? 13);
    if (start === 'fleet' && fleet) fitFleet(s, true);
  });

  useEffect(() => {
    if (!place.current) return;
    const s: MapStage = new MapStage(place.current, {
      ground: null,
      language: 'ko',
      layers: allLayers,
      reducedMotion: reduced,
      onHit: (found, place) => hit(s, found, place),
      onView: () => showView(s),
      onDragStart: () => dragged(),
      onGround: setGroundState,
    });
    begin(s);
    setStage(s);
    return () => {
      setStage(null);
      s.destroy();
    };
  }, []);

  useEffect(() => {
    if (!stage) return;
    asked.current?.(stage);
    asked.current = null;
  }, [stage]);
  useEffect(
    () =>
      stage?.set({
        language,
        layers: { ...layers, vehicles: layers.vehicles && fleet },
      }),
    [stage, language, layers, fleet],
  );
  useEffect(() => stage?.set({ ground }), [stage, ground]);
  useEffect(() => {
    // The theme is on the root element in the same commit; its colours are there a frame later.
    const frame = requestAnimationFrame(() => stage?.repaint());
    return () => cancelAnimationFrame(frame);
  }, [stage, theme]);
  useEffect(() => stage?.select(selectedId), [stage, selectedId]);
  useEffect(() => stage?.follow(followId), [stage, followId]);
  useEffect(() => stage?.setOverlays(drawn), [stage, drawn]);

  const watched = [selectedId, followId].filter((id) => id !== null);
  useSubscription({
    map: fleet && layers.vehicles ? (viewportQuery?.viewportQuery.query() ?? view) : null,
    vehicles: watched,
  });
  useMapFrames((frame) => {
    if (frame.zoom === worldZoom) world.current = frame;
    if (viewportQuery?.viewportQuery.take(frame)) setViewportQuery((now) => now && { ...now, step: now.step + 1 });
    if (frame.zoom === view?.zoom || !viewportQuery) stage?.take(frame);
  });
  useMapSubscription((map) => {
    if (map?.zoom !== worldZoom) world.current = null;
    stage?.subscribed(map);
  });
  // The map may have come to the zoom of the query, without a subscription between them: of common tiles the server sends nothing again.
  const takeOver = useEffectEvent((query: ViewportQuery) => stage?.takeOver(query.frames()));
  const querying = viewportQuery?.viewportQuery ?? null;
  useEffect(() => (querying === null ? undefined : () => takeOver(querying)), [querying]);
  useVehicleUpdates((now) => {
    if (watched.includes(now.id)) stage?.takeVehicle(now);
  });

  useImperativeHandle(
    ref,
    () => ({
      // a place that is asked for counts, not where the fleet is found later
      flyTo: ({ lat, lon, zoom }) =>
        run(({ map }) => {
          setViewportQuery(null);
          map.flyTo([lat, lon], zoom ?? Math.max(14, map.getZoom()), { duration: 0.8, animate: !reduced });
        }),
      fit: (points) => {
        if (points.length === 0) return;
        run((s) => {
          setViewportQuery(null);
          fit(s, points, !reduced);
        });
      },
      fitFleet: () => run((s) => fitFleet(s)),
    }),
    [run, fitFleet],
  );

  const endSearch = (): void => {
    setSearching(false);
    setAddress(null);
  };
  return (
    <chakra.div
      pos="relative"
      flex="1"
      w="full"
      h="full"
      minH="0"
      minW="0"
      overflow="hidden"
      bg="sea"
      isolation="isolate"
      css={mapCss}
      data-stopped={stopped || undefined}
      data-fleet={fleet || undefined}
      data-measuring={measured !== null || undefined}
    >
      <div
        ref={place}
        role="application"
        aria-label={label ?? t('map.label')}
        style={{ position: 'absolute', inset: 0, background: 'transparent' }}
      />
      {stage && fleet && (
        <NearbyList
          stage={stage}
          view={view}
          onChoose={(id) => onSelect?.(id)}
          isSos={(flags) => (flags & (markFlags.sosRaised | markFlags.sosOpen)) !== 0}
        />
      )}
      {stage && controls && (
        <MapControls
          stage={stage}
          layers={layers}
          onLayers={setLayers}
          fleet={fleet}
          grounds={grounds}
          ground={ground}
          onGround={setChosen}
          measuring={measured !== null}
          onMeasure={() => {
            setMeasured(measured === null ? [] : null);
            endSearch();
          }}
          searching={searching}
          onSearch={
            config?.addressSearch === true
              ? () => {
                  endSearch();
                  setSearching(!searching);
                  setMeasured(null);
                }
              : undefined
          }
          onFit={fleet ? () => fitFleet(stage) : places && (() => fit(stage, places, !reduced))}
        />
      )}
      {stage && controls && (
        <MapMenu
          stage={stage}
          onMeasure={(from) => {
            setMeasured([from]);
            endSearch();
          }}
        />
      )}
      {stage && measured !== null && (
        <MeasureBar
          stage={stage}
          length={measured.length < 2 ? null : lengthOf(metresOver(measured))}
          onPoint={(point) => setMeasured([...measured, point])}
          onEnd={() => setMeasured(null)}
        />
      )}
      {stage && searching && (
        <AddressBar
          onChoose={(chosen) => {
            setAddress(chosen);
            stage.map.flyTo([chosen.lat, chosen.lon], Math.max(14, stage.map.getZoom()), {
              duration: 0.8,
              animate: !reduced,
            });
          }}
          onClose={endSearch}
        />
      )}
      {stage && legend && <Legend stage={stage} view={view} fleet={fleet} />}
      {stage && <Attribution ground={groundState === 'failed' ? null : ground} />}
      {groundState === 'failed' && <MapNote role="status">{t('map.groundFailed')}</MapNote>}
      {children}
    </chakra.div>
  );
}

/** Beside controls on the right, scale and sources below, and the names of places, which are written under them. */
function fit({ map }: MapStage, points: readonly MapPosition[], animate: boolean): void {
  if (points.length > 0)
    map.fitBounds(
      points.map((p) => [p.lat, p.lon]),
      { paddingTopLeft: [56, 32], paddingBottomRight: [72, 72], maxZoom: 15, animate },
    );
}

/** The first words of an address are the place itself. */
const placeOf = ({ name, lat, lon }: Address): Overlay => ({
  ...{ kind: 'place', id: 'address', lat, lon },
  label: name.split(',').slice(0, 2).join(','),
});
