import 'leaflet/dist/leaflet.css';
import '../src/ui/tokens.css';
import * as L from 'leaflet';
import { unpackFrame } from '@headland/contracts/live-frame';
import { MapStage } from '../src/ui/map/map-canvas';
import { centre, framesAt, panAt, zoom, type Mover } from './fleet';

/** The console's frames come once a second; those of the next minute are packed beforehand, since packing is the server's work. */
const secondsAhead = 90;

/** The live map as the console shows it, with its base map and names, fed with packed frames and dragged. */
export async function startProductMap(
  stage: HTMLElement,
  fleet: readonly Mover[],
): Promise<{ frame: (seconds: number) => void; stop: () => void }> {
  const place = document.createElement('div');
  place.style.cssText = 'position:absolute;inset:0';
  stage.append(place);
  const map = new MapStage(place, {
    ground: null,
    language: 'ko',
    layers: { vehicles: true, faults: true, sos: true, regions: true, places: true, graticule: true },
    reducedMotion: false,
    onHit: () => undefined,
    onView: () => undefined,
    onDragStart: () => undefined,
    onGround: () => undefined,
  });
  map.map.setView([centre.lat, centre.lon], zoom, { animate: false });
  const frames = Array.from({ length: secondsAhead }, (_, s) => framesAt(fleet, s));
  await until(() => place.querySelector('.base-tile canvas') !== null, 'the base map');
  let fed = -1;
  let at = L.point(0, 0);
  return {
    frame: (seconds) => {
      const second = Math.floor(seconds);
      // a run that begins again begins with the fleet at its last position
      if (second !== fed) for (const bytes of frames[second % secondsAhead] ?? []) map.take(unpackFrame(bytes));
      fed = second;
      const to = L.point(panAt(seconds).x, panAt(seconds).y).round();
      drag(map.map, to.subtract(at));
      at = to;
    },
    stop: () => {
      map.destroy();
      place.remove();
    },
  };
}

/** What Leaflet's own drag handler does with each move of the mouse: the pane is shifted and `move` is fired; `moveend` follows when the button is released. */
function drag(map: L.Map, by: L.Point): void {
  (map as unknown as { _rawPanBy: (by: L.Point) => void })._rawPanBy(by);
  map.fire('move');
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 15_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
