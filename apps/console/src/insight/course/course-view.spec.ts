// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { courseKeys, CourseView, minWindowMs, moved, type Window, within, zoomed } from './course-view';

const minute = 60_000;
const hour = 60 * minute;
const whole: Window = [0, 24 * hour];
const bucketMs = 5 * minute;
const press = (view: CourseView, ...keys: string[]): CourseView => {
  for (const key of keys) courseKeys(view)[key]?.();
  return view;
};

describe('the window of the charts', () => {
  it('keeps the time under the pointer in place when zooming', () => {
    expect(zoomed(whole, whole, 0.5, 6 * hour)).toEqual([3 * hour, 15 * hour]);
    expect(zoomed([3 * hour, 15 * hour], whole, 2, 6 * hour)).toEqual(whole);
  });
  it.each<[string, Window, Window]>([
    ['is not before the period', [-2 * hour, 2 * hour], [0, 4 * hour]],
    ['is not after it', [22 * hour, 26 * hour], [20 * hour, 24 * hour]],
    ['is not longer', [-hour, 30 * hour], whole],
    ['is not too short', [hour, hour + minute], [hour, hour + minWindowMs]],
  ])('%s', (_, asked, shown) => expect(within(asked, whole)).toEqual(shown));
  it('stops at the ends without becoming shorter', () =>
    expect(moved([hour, 3 * hour], whole, -5 * hour)).toEqual([0, 2 * hour]));
});

describe('keys', () => {
  it.each([
    ['+', '-'],
    ['=', 'ArrowDown'],
    ['ArrowUp', '-'],
  ])('%s zooms in and %s out again', (zoomIn, zoomOut) => {
    const view = press(new CourseView(whole, bucketMs), zoomIn);
    expect(view.window[1] - view.window[0]).toBeCloseTo(0.6 * 24 * hour, 0);
    expect(press(view, zoomOut).window).toEqual(whole);
  });
  it.each(['0', 'Home'])('%s shows the whole period', (key) =>
    expect(press(new CourseView(whole, bucketMs), '+', '+', key).isWhole()).toBe(true),
  );
  it('the arrows move a zoomed window, and nothing else', () => {
    const view = new CourseView(whole, bucketMs);
    expect(press(view, 'ArrowRight').window).toEqual(whole);
    view.show([6 * hour, 16 * hour]);
    expect(press(view, 'ArrowRight').window).toEqual([8 * hour, 18 * hour]);
    expect(press(view, 'ArrowLeft', 'ArrowLeft').window).toEqual([4 * hour, 14 * hour]);
  });
  it('zooms at the cursor if that is in sight', () => {
    const view = new CourseView(whole, bucketMs);
    view.point(0);
    expect(press(view, '+').window[0]).toBe(0);
  });
  it('the cursor goes by intervals, and the window with it', () => {
    const view = new CourseView(whole, bucketMs);
    view.show([2 * hour, 4 * hour]);
    expect(press(view, '.').cursor).toBe(2 * hour);
    expect(press(view, ',').cursor).toBe(2 * hour - bucketMs);
    expect(view.window).toEqual([2 * hour - bucketMs, 4 * hour - bucketMs]);
    view.point(whole[1] - 1);
    expect(press(view, '.').cursor).toBe(whole[1] - bucketMs);
  });
  it('notifies listeners only of changes', () => {
    const view = new CourseView(whole, bucketMs);
    let heard = 0;
    const stop = view.windows.onChange(() => heard++);
    press(view, '0', '-');
    expect(heard).toBe(0);
    press(view, '+');
    expect([heard, view.isMoving]).toEqual([1, true]);
    stop();
  });
});
