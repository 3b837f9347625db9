import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useT } from '../../lib/i18n';
import type { MapStage } from './map-canvas';
import { screenX, type View } from './view';
import type { Bounds } from './viewport-query';

interface Near {
  key: string;
  label: string;
  go: () => void;
}
const maxNear = 30;

/** For the keyboard and the screen reader: the marks in view, nearest to the middle first. Focus rings the mark on the map, Enter opens it. */
export function NearbyList({
  stage,
  view,
  onChoose,
  isSos,
}: {
  stage: MapStage;
  view: (Bounds & { zoom: number }) | null;
  onChoose: (id: number) => void;
  isSos: (flags: number) => boolean;
}) {
  const t = useT();
  const [near, setNear] = useState<Near[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const read = () =>
      setNear(
        nearestMarks(stage, stage.view()).map((m) =>
          'mark' in m
            ? {
                key: `v${m.mark.id}`,
                label: `${isSos(m.mark.flags) ? `${t('map.sos')}, ` : ''}${t('map.vehicle', { id: m.mark.id, state: t(`state.${m.mark.state}`) })}`,
                go: () => onChoose(m.mark.id),
              }
            : {
                key: m.cluster.key,
                label: t('map.cluster', { n: m.cluster.count }),
                go: () => void stage.map.setView(stage.nearest(m.cluster), Math.min(18, stage.map.getZoom() + 2)),
              },
        ),
      );
    read();
    const timer = setInterval(read, 5_000);
    return () => clearInterval(timer);
  }, [stage, view, open, t, onChoose, isSos]);
  return (
    <chakra.ul
      className="sr"
      aria-label={t('map.nearby')}
      tabIndex={open ? undefined : 0}
      onFocus={() => setOpen(true)}
      onBlur={() => {
        setOpen(false);
        stage.focus(null);
      }}
    >
      {near.map((n) => (
        <li key={n.key}>
          <button type="button" onFocus={() => stage.focus(n.key)} onClick={n.go}>
            {n.label}
          </button>
        </li>
      ))}
    </chakra.ul>
  );
}

function nearestMarks(stage: MapStage, view: View) {
  const from = (x: number, y: number) => {
    const px = screenX(x, view);
    const py = y * view.scale - view.originY;
    return px < 0 || py < 0 || px > view.width || py > view.height
      ? Infinity
      : Math.hypot(px - view.width / 2, py - view.height / 2);
  };
  const marks = [...stage.field.marks.values()].map((mark) => ({ mark, far: from(mark.x, mark.y) }));
  const clusters = [...stage.field.clusters()].map((cluster) => ({ cluster, far: from(cluster.x, cluster.y) }));
  return [...marks, ...clusters]
    .filter((m) => m.far < Infinity)
    .sort((a, b) => a.far - b.far)
    .slice(0, maxNear);
}
