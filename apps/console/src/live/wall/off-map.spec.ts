import { describe, expect, it } from 'vitest';
import { type Arrow, boxOf, layOutArrows } from './off-map';

const size = { width: 1270, height: 850 };
const around = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    x: 635 + 4000 * Math.cos((i / count) * 2 * Math.PI),
    y: 425 + 4000 * Math.sin((i / count) * 2 * Math.PI),
  }));
/** all from about the same place, as where one district is off the map */
const together = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, x: 5000 + i, y: 500 + i * 20 }));
const overlapping = (arrows: Arrow[]): number =>
  arrows.filter((a, i) =>
    arrows.slice(i + 1).some((b) => {
      const [p, q] = [boxOf(a), boxOf(b)];
      return p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height;
    }),
  ).length;

describe('the arrows to SOS alerts outside the map', () => {
  it.each([1, 3, 12, 40])(
    'of %d SOS: none overlaps another, each SOS has one, all are on the map and above the legend',
    (count) => {
      for (const targets of [
        around(count),
        together(count),
        [...around(count), ...together(count).map((t) => ({ ...t, id: t.id + count }))],
      ]) {
        const arrows = layOutArrows(targets, size);
        expect(overlapping(arrows)).toBe(0);
        expect(arrows.flatMap((a) => a.ids).toSorted((a, b) => a - b)).toEqual(targets.map((t) => t.id));
        for (const box of arrows.map((a) => boxOf(a))) {
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(size.width);
          expect(box.y + box.height).toBeLessThanOrEqual(size.height - 84);
        }
      }
    },
  );

  it('stay where they point to, and the most urgent one has the first choice', () => {
    const [first, second] = layOutArrows(together(2), size);
    expect(first).toMatchObject({ ids: [1], x: 1206, toLeft: true });
    expect(second).toMatchObject({ ids: [2], x: 1206 });
    expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeGreaterThanOrEqual(56);
  });

  it('are six at the most; the others are counted with the nearest', () => {
    const arrows = layOutArrows(together(12), size);
    expect(arrows).toHaveLength(6);
    expect(arrows.reduce((sum, a) => sum + a.ids.length, 0)).toBe(12);
    expect(arrows[0]?.ids[0]).toBe(1);
  });

  it('leave room for what is named in the middle', () => {
    const callout = { x: 58, y: 365, width: 577, height: 120 };
    const [arrow] = layOutArrows([{ id: 1, x: -4000, y: 425 }], size, [callout]);
    const box = boxOf(arrow as Arrow);
    expect(box.y + box.height <= callout.y || box.y >= callout.y + callout.height).toBe(true);
  });

  it('are not there for what is on the map', () => expect(layOutArrows([{ id: 1, x: 100, y: 100 }], size)).toEqual([]));
});
