import type { Messages } from './messages';

/** Vehicles: the list with its map, one vehicle now and on a day, and what the sensors are called. */
export const vehicle = {
  'sensor.speed': { ko: '속도', en: 'Speed' },
  'sensor.heading': { ko: '진행 방향', en: 'Heading' },
  'sensor.rpm': { ko: '엔진 회전수', en: 'Engine speed' },
  'sensor.engineHours': { ko: '가동시간', en: 'Engine hours' },
  'sensor.odometer': { ko: '주행거리', en: 'Odometer' },
  'sensor.fuelUsed': { ko: '누적 연료 사용량', en: 'Fuel used' },
  'sensor.fuelLevel': { ko: '연료량', en: 'Fuel level' },
  'sensor.defLevel': { ko: '요소수량', en: 'DEF level' },
  'sensor.load': { ko: '엔진 부하', en: 'Engine load' },
  'sensor.dpfSoot': { ko: 'DPF 매연량', en: 'DPF soot' },
  'sensor.coolant': { ko: '냉각수 온도', en: 'Coolant' },
  'sensor.oilTemp': { ko: '엔진오일 온도', en: 'Oil temperature' },
  'sensor.exhaustTemp': { ko: '배기 온도', en: 'Exhaust temperature' },
  'sensor.oilPressure': { ko: '엔진오일 압력', en: 'Oil pressure' },
  'sensor.railPressure': { ko: '레일 압력', en: 'Rail pressure' },
  'sensor.battery': { ko: '배터리 전압', en: 'Battery' },
  'sensor.hitch': { ko: '히치 높이', en: 'Hitch height' },
  'sensor.pto': { ko: 'PTO 회전수', en: 'PTO speed' },
} satisfies Messages;
