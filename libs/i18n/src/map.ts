import type { Messages } from './messages';

/** The map and its controls. */
export const map = {
  'map.label': { ko: '차량 지도', en: 'Map of vehicles' },
  'map.zoomIn': { ko: '확대', en: 'Zoom in' },
  'map.zoomOut': { ko: '축소', en: 'Zoom out' },
  'map.fitAll': { ko: '전체 보기', en: 'Show all' },
  'map.layers': { ko: '표시 항목', en: 'Layers' },
  'map.layer.vehicles': { ko: '차량', en: 'Vehicles' },
  'map.layer.faults': { ko: '고장 표시', en: 'Fault badges' },
  'map.layer.sos': { ko: '진행 중인 SOS', en: 'SOS in progress' },
  'map.layer.regions': { ko: '행정구역 경계', en: 'Region boundaries' },
  'map.layer.places': { ko: '지명', en: 'Place names' },
  'map.layer.graticule': { ko: '경위도선', en: 'Graticule' },
  'map.ground': { ko: '배경 지도', en: 'Base map' },
  'map.outline': { ko: '윤곽 지도', en: 'Outline' },
  'map.groundFailed': {
    ko: '배경 지도를 불러오지 못해 윤곽 지도를 표시합니다.',
    en: 'The base map could not be loaded. The outline is shown.',
  },
  'map.measure': { ko: '거리 측정', en: 'Measure distance' },
  'map.measureHelp': {
    ko: '지도에서 지점을 차례로 클릭하세요. Esc 키로 끝냅니다.',
    en: 'Click points on the map one after another. Esc ends it.',
  },
  'map.measureEnd': { ko: '거리 측정 끝내기', en: 'End measuring' },
  'map.measureFromHere': { ko: '여기서 거리 측정', en: 'Measure from here' },
  'map.place': { ko: '이 지점', en: 'This place' },
  'map.copyCoordinates': { ko: '좌표 복사', en: 'Copy coordinates' },
  'map.navigate': { ko: '내비게이션 앱에서 열기', en: 'Open in a navigation app' },
  'map.nearby': { ko: '지도에 보이는 차량', en: 'Vehicles in view' },
  'map.cluster': { ko: '차량 {n, number}대', en: '{n, number} vehicles' },
  'map.sos': { ko: 'SOS', en: 'SOS' },
  'map.legend': { ko: '범례', en: 'Legend' },
  'map.vehicle': { ko: '차량 {id}, {state}', en: 'Vehicle {id}, {state}' },
} satisfies Messages;
