import { describe, expect, it } from 'vitest';
import { areaOf, placeOf, wayOf } from './ground-features';

describe('areas of a vector tile', () => {
  it.each([
    // Protomaps
    ['water', { kind: 'ocean' }, 'water'],
    ['landuse', { kind: 'farmland' }, 'field'],
    ['landcover', { kind: 'forest' }, 'wood'],
    ['buildings', { kind: 'building' }, 'building'],
    ['earth', { kind: 'earth' }, null],
    ['landuse', { 'pmap:kind': 'farmland', landuse: 'orchard' }, 'field'],
    // OpenMapTiles
    ['water', { class: 'lake' }, 'water'],
    ['landcover', { class: 'wood', subclass: 'forest' }, 'wood'],
    ['landuse', { class: 'residential' }, 'built'],
    ['building', { render_height: 5 }, 'building'],
    ['park', { class: 'national_park' }, null],
    // neither
    ['poi', { class: 'park' }, null],
    ['landuse', { kind: 7 }, null],
  ])('%s %j is %s', (layer, properties, area) => expect(areaOf(layer, properties)).toBe(area));
});

describe('lines of a vector tile', () => {
  it.each([
    ['roads', { kind: 'highway', kind_detail: 'motorway' }, 'motorway'],
    ['roads', { kind: 'major_road', kind_detail: 'trunk' }, 'motorway'],
    ['roads', { kind: 'major_road', kind_detail: 'secondary' }, 'major'],
    ['roads', { kind: 'major_road', kind_detail: 'tertiary' }, 'minor'],
    ['roads', { kind: 'minor_road', kind_detail: 'residential' }, 'minor'],
    ['roads', { kind: 'other', kind_detail: 'track' }, 'path'],
    ['roads', { kind: 'rail', kind_detail: 'rail' }, 'rail'],
    ['roads', { kind: 'ferry' }, null],
    ['roads', { 'pmap:kind': 'highway', highway: 'motorway' }, 'motorway'],
    ['roads', { 'pmap:kind': 'medium_road', highway: 'tertiary' }, 'minor'],
    ['transportation', { class: 'trunk' }, 'motorway'],
    ['transportation', { class: 'primary' }, 'major'],
    ['transportation', { class: 'minor' }, 'minor'],
    ['transportation', { class: 'track' }, 'path'],
    ['transportation_name', { class: 'trunk' }, null],
    ['water', { kind: 'river' }, 'river'],
    ['water', { kind: 'ocean' }, null],
    ['waterway', { class: 'stream' }, 'stream'],
    ['boundaries', { kind: 'country', kind_detail: 2 }, 'frontier'],
    ['boundaries', { kind: 'county' }, null],
    ['boundary', { admin_level: 4, maritime: 0 }, 'province'],
    ['boundary', { admin_level: 2, maritime: 1 }, null],
  ])('%s %j is %s', (layer, properties, way) => expect(wayOf(layer, properties)).toBe(way));
});

describe('names of a vector tile', () => {
  it.each([
    [
      'places',
      { kind: 'locality', kind_detail: 'city', name: '전주시', 'name:en': 'Jeonju', population_rank: 11 },
      { labelFromZoom: 6, label: { ko: '전주시', en: 'Jeonju' }, order: -11 },
    ],
    [
      'place',
      { class: 'village', name: '용암리', rank: 9 },
      { labelFromZoom: 12, label: { ko: '용암리', en: '용암리' }, order: 9 },
    ],
    [
      'place',
      { class: 'country', name: 'Deutschland', 'name:ko': '독일', 'name:en': 'Germany' },
      { labelFromZoom: 2, label: { ko: '독일', en: 'Germany' }, order: 0 },
    ],
    [
      'places',
      { 'pmap:kind': 'city', place: 'city', name: 'Firenze', 'name:ko': '피렌체' },
      { labelFromZoom: 6, label: { ko: '피렌체', en: 'Firenze' }, order: 0 },
    ],
    ['place', { class: 'village' }, null],
    ['place', { class: 'continent', name: 'Asia' }, null],
    ['pois', { kind: 'city', name: 'Jeonju' }, null],
  ])('%s %j', (layer, properties, place) =>
    expect(placeOf(layer, properties as Record<string, string>)).toEqual(place),
  );
});
