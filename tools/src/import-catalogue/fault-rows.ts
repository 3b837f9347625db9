import type { DiagnosticTestId } from '@headland/domain/diagnostic-test-ids';
import type { FaultKind, FaultRecord, FaultSystem } from '@headland/domain/fault-catalogue-load';

/** One code of a row: SPN and FMI, and what differs from the row. `ko`/`en` replace the whole name where part + FMI phrase would not say it. */
export type Signal = {
  spn: number; fmi: number; severity?: 1 | 2 | 3 | 4; kind?: FaultKind; sa?: 0 | 61; partKo?: string; partEn?: string; part?: string; ko?: string; en?: string;
  actionKo?: string; actionEn?: string; checks?: DiagnosticTestId[]; consequenceOf?: string[];
};
/** One row of the allocation: consecutive codes of a part. */
export type FaultRow = {
  from: number; part: string; partKo: string; partEn: string; system: FaultSystem; kind: FaultKind; severity: 1 | 2 | 3 | 4; sa?: 0 | 61; signals: Signal[];
  group?: FaultRecord['inducementGroup']; reaction?: FaultRecord['reaction']; causes: string[]; checks?: DiagnosticTestId[];
  actionKo: string; actionEn: string; tech: string; consequenceOf?: string[]; selfCuring?: boolean;
};
/** engine control unit, urea dosing control unit: their J1939 source addresses */
export const ECU = 0;
export const DCU = 61;

const s = (spn: number, fmi: number, more: Omit<Signal, 'spn' | 'fmi'> = {}): Signal => ({ spn, fmi, ...more });
const each = (spn: number, ...fmis: number[]): Signal[] => fmis.map((fmi) => s(spn, fmi));

const service = { actionKo: '운전은 계속할 수 있습니다. 정비를 예약하세요', actionEn: 'You can go on working; book a service' };
const finishPass = { actionKo: '출력이 제한될 수 있습니다. 작업을 마치고 점검을 받으세요', actionEn: 'Power may be limited: finish the pass, then have it checked' };
const stopNow = { actionKo: '즉시 안전한 곳에 세우고 엔진을 끄세요', actionEn: 'Stop in a safe place and switch the engine off now' };
const emission = { actionKo: '배출가스 장치 이상입니다. 출력제한 전에 점검을 받으세요', actionEn: 'Emission fault: have it checked before power is limited' };

const supply1 = ['E0439', 'E0440'];
const supply2 = ['E0441', 'E0442'];
const bus = ['E0435'];

const engineAndAir: FaultRow[] = [
  { from: 297, part: 'COOLANT_TEMP_SENSOR', partKo: '냉각수온 센서', partEn: 'Coolant temperature sensor', system: 'ENGINE', kind: 'SENSOR', severity: 3, signals: each(110, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], ...service, tech: 'Compare with fuel and intake air temperature on a cold engine: within 5 °C' },
  { from: 300, part: 'INTAKE_AIR_TEMP_SENSOR', partKo: '흡기온 센서', partEn: 'Intake air temperature sensor', system: 'AIR', kind: 'SENSOR', severity: 3, signals: each(105, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], ...service, tech: 'Compare with coolant and ambient temperature on a cold engine: within 5 °C' },
  { from: 303, part: 'BOOST_PRESSURE_SENSOR', partKo: '부스트압 센서', partEn: 'Boost pressure sensor', system: 'AIR', kind: 'SENSOR', severity: 2, signals: each(102, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor', 'oil or soot on the sensor'], checks: ['runup'], ...finishPass, consequenceOf: supply1, tech: 'Compare with barometric pressure at key on, engine off: within 3 kPa' },
  { from: 306, part: 'AIR_MASS_SENSOR', partKo: '공기량 센서', partEn: 'Air mass flow sensor', system: 'AIR', kind: 'SENSOR', severity: 2, signals: each(132, 3, 4, 2),
    causes: ['air filter', 'intake hose leak', 'dirty sensor', 'harness'], checks: ['acvTest'], ...finishPass, tech: 'Check filter and hoses for leaks first, then the sensor, then the air control valve' },
  { from: 309, part: 'FUEL_TEMP_SENSOR', partKo: '연료온 센서', partEn: 'Fuel temperature sensor', system: 'FUEL', kind: 'SENSOR', severity: 3, signals: each(174, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], ...service, tech: 'Check the connector at the high-pressure pump; compare with coolant temperature on a cold engine' },
  { from: 312, part: 'OIL_PRESSURE_SENSOR', partKo: '오일압 센서', partEn: 'Oil pressure sensor', system: 'ENGINE', kind: 'SENSOR', severity: 2, signals: each(100, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], actionKo: '오일 양을 확인하고 점검을 받으세요. 오일압을 알 수 없습니다', actionEn: 'Check the oil level and have it checked: oil pressure is not known', consequenceOf: supply1, tech: 'Fit a mechanical gauge before the sensor is replaced' },
  { from: 315, part: 'ACCELERATOR_SENSOR', partKo: '가속 페달 센서', partEn: 'Accelerator pedal sensor', system: 'ENGINE', kind: 'SENSOR', severity: 2, signals: each(91, 3, 4, 2), reaction: 'LIMP',
    causes: ['connector', 'harness', 'worn pedal sensor'], actionKo: '엔진이 저속으로 제한됩니다. 안전한 곳으로 옮긴 뒤 점검을 받으세요', actionEn: 'Engine is held at limp speed: drive to a safe place, then have it checked', consequenceOf: supply2, tech: 'Watch both pedal tracks over the whole travel: steady ratio, no steps' },
  { from: 318, part: 'BAROMETRIC_SENSOR', partKo: '대기압 센서', partEn: 'Barometric pressure sensor', system: 'AIR', kind: 'SENSOR', severity: 3, signals: each(108, 3, 4, 2),
    causes: ['ECU internal', 'blocked ECU vent'], ...service, tech: 'The sensor is inside the ECU: clear, repeat the key cycle; if it returns, replace the ECU' },
  { from: 321, part: 'COOLANT', partKo: '냉각수온', partEn: 'Coolant temperature', system: 'ENGINE', kind: 'PERFORMANCE', severity: 2,
    signals: [s(110, 16), s(110, 0, { severity: 1, actionKo: '엔진 과열입니다. 작업기를 내리고 공회전으로 식힌 뒤 엔진을 끄세요', actionEn: 'Engine overheated: lower the implement, let it idle to cool, then stop the engine' })],
    causes: ['coolant level', 'radiator blocked', 'fan belt', 'thermostat', 'water pump'], actionKo: '부하를 줄이고 공회전으로 식힌 뒤 냉각수와 라디에이터를 확인하세요', actionEn: 'Take the load off, let it idle to cool, then check coolant level and radiator', selfCuring: true,
    tech: 'Level, cap, fan and belt, radiator fins, then thermostat; power is cut from 110 °C' },
  { from: 323, part: 'OIL_PRESSURE', partKo: '오일압', partEn: 'Oil pressure', system: 'ENGINE', kind: 'PERFORMANCE', severity: 2, signals: [s(100, 18), s(100, 1, { severity: 1, ...stopNow })],
    causes: ['oil level', 'oil diluted with fuel', 'filter', 'pump', 'bearing wear'], actionKo: '작업을 멈추고 엔진을 끈 뒤 오일 양을 확인하세요', actionEn: 'Stop work, switch the engine off and check the oil level', tech: 'Level and dilution first; mechanical gauge at hot idle; do not run the engine on the sensor reading alone' },
  { from: 325, part: 'ENGINE_SPEED', partKo: '엔진속도', partEn: 'Engine speed', system: 'ENGINE', kind: 'SENSOR', severity: 2, signals: [
      s(190, 0, { severity: 1, kind: 'PERFORMANCE', ko: '엔진 과속', en: 'Engine overspeed', actionKo: '가속을 줄이고 저단으로 변속하지 마세요. 회전수가 내려가지 않으면 세우고 엔진을 끄세요', actionEn: 'Foot off the throttle, do not shift down; if speed does not fall, stop and switch the engine off' }),
      s(636, 8, { part: 'CAM_CRANK_SYNC', partKo: '캠/크랭크 센서', partEn: 'Cam/crank sensor', ko: '캠/크랭크 동기 이상', en: 'Cam/crank out of sync', checks: ['compres'] }),
      s(190, 2, { part: 'SPEED_SENSOR', partKo: '엔진속도 센서', partEn: 'Engine speed sensor' }),
    ], causes: ['sensor gap', 'damaged trigger wheel', 'harness'], actionKo: '시동이 꺼지거나 걸리지 않을 수 있습니다. 작업을 마치고 점검을 받으세요', actionEn: 'The engine may stall or not start: finish the pass, then have it checked', tech: 'Sensor gap 0.5–1.5 mm, trigger wheel teeth, timing marks' },
  { from: 328, part: 'SUPPLY_VOLTAGE', partKo: '전원 전압', partEn: 'Supply voltage', system: 'ECU', kind: 'CIRCUIT', severity: 2, signals: each(168, 0, 1),
    causes: ['alternator regulator', 'battery', 'terminals', 'belt'], actionKo: '충전 장치 이상입니다. 엔진을 끄기 전에 정비소와 상의하세요', actionEn: 'Charging fault: talk to the workshop before you switch the engine off', selfCuring: true, tech: 'At 1,500 rpm with lights on: 13.5–14.8 V at the battery; drop to the ECU below 0.3 V' },
];

const fuel: FaultRow[] = [
  { from: 330, part: 'RAIL_PRESSURE_SENSOR', partKo: '레일압 센서', partEn: 'Rail pressure sensor', system: 'FUEL', kind: 'SENSOR', severity: 2, signals: each(157, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], checks: ['highpre'], ...finishPass, consequenceOf: supply1, tech: 'Reads 0 ±20 bar after 10 min at rest; run the high-pressure test after the repair' },
  { from: 333, part: 'RAIL_PRESSURE', partKo: '레일압', partEn: 'Rail pressure', system: 'FUEL', kind: 'PERFORMANCE', severity: 2,
    signals: [s(157, 16, { checks: ['highpre', 'prvTest'] }), s(157, 18, { consequenceOf: ['E0332', 'E0357', 'E0358'] }), s(157, 0, { severity: 1, ...stopNow, checks: ['prvTest', 'highpre'] }), s(157, 10, { consequenceOf: ['E0332', 'E0358'] })],
    causes: ['air in fuel', 'fuel filter', 'metering valve', 'relief valve', 'injector return flow', 'pump wear'], checks: ['leakTest', 'highpre', 'prvTest'], ...finishPass, tech: 'Low-pressure side first, then leak test, high-pressure test, relief valve; never above 1,800 bar' },
  { from: 337, part: 'FUEL_METERING_VALVE', partKo: '연료 미터링 밸브(IMV)', partEn: 'Fuel metering valve', system: 'FUEL', kind: 'CIRCUIT', severity: 2, signals: each(1076, 3, 4, 5, 6),
    causes: ['connector', 'harness', 'coil'], checks: ['highpre'], ...finishPass, tech: 'Coil resistance against the data sheet, harness to the ECU, then the valve' },
  { from: 341, part: 'PRESSURE_RELIEF_VALVE', partKo: '압력 릴리프 밸브(PRV)', partEn: 'Pressure relief valve', system: 'FUEL', kind: 'PERFORMANCE', severity: 2,
    signals: [s(5571, 7), s(5571, 31, { ko: '압력 릴리프 밸브(PRV) 열림', en: 'Pressure relief valve opened', consequenceOf: ['E0333', 'E0335'] })],
    causes: ['valve seat worn', 'rail pressure too high before', 'metering valve stuck'], checks: ['prvTest', 'highpre'], ...finishPass, tech: 'Relief valve test; replace the valve at the limit of its opening counter' },
  ...[1, 2, 3, 4].map((n): FaultRow => ({
    from: 340 + 3 * n, part: `INJECTOR_${n}`, partKo: `인젝터 ${n}번`, partEn: `Injector ${n}`, system: 'FUEL', kind: 'INJECTOR', severity: 2,
    signals: [s(650 + n, 5), s(650 + n, 6, { consequenceOf: ['E0356'] }), s(650 + n, 7)], causes: ['connector', 'harness', 'injector coil', 'injector stuck'], checks: ['shutoff', 'compres'],
    actionKo: '엔진이 거칠게 돌 수 있습니다. 작업을 마치고 점검을 받으세요', actionEn: 'The engine may run rough: finish the pass, then have it checked', tech: `Cylinder ${n}: swap the injector plug with a neighbour; if the code moves, harness, else injector` })),
  { from: 355, part: 'INJECTOR_CODING', partKo: '인젝터 코딩(C3I)', partEn: 'Injector coding (C3I)', system: 'FUEL', kind: 'INJECTOR', severity: 2,
    signals: [s(2797, 13, { ko: '인젝터 코딩(C3I) 오류', en: 'Injector coding (C3I) wrong or missing' }), s(2797, 6, { part: 'INJECTOR_BANK', partKo: '인젝터 뱅크', partEn: 'Injector bank', ko: '인젝터 뱅크 단락', en: 'Injector bank short circuit', kind: 'CIRCUIT', checks: ['shutoff', 'c3iInfo'] })],
    causes: ['wrong or missing code after a swap', 'short in the injector harness', 'injector coil'], checks: ['c3iInfo'], ...finishPass, tech: 'Read the codes by firing order 1-3-4-2 and compare with the injector bodies; unplug one injector after another for the short' },
  { from: 357, part: 'FUEL_SUPPLY', partKo: '연료 공급', partEn: 'Fuel supply', system: 'FUEL', kind: 'PERFORMANCE', severity: 2, signals: [
      s(97, 15, { severity: 3, part: 'WATER_SEPARATOR', partKo: '연료 수분 분리기', partEn: 'Water separator', ko: '연료에 수분 있음', en: 'Water in fuel', actionKo: '엔진을 끄고 수분 분리기의 물을 빼세요', actionEn: 'Switch the engine off and drain the water separator' }),
      s(94, 18, { part: 'FUEL_LOW_PRESSURE', partKo: '연료 공급 압력', partEn: 'Fuel supply pressure', checks: ['highpre'], actionKo: '연료량을 확인하고 연료 필터를 점검하세요', actionEn: 'Check the fuel level and the fuel filter' }),
    ], causes: ['water in fuel', 'filter blocked', 'lift pump', 'air leak on the suction side'], selfCuring: true, actionKo: '연료 필터를 점검하세요', actionEn: 'Check the fuel filter', tech: 'Drain, filter, suction line for air, then the lift pump' },
];

const airValves: FaultRow[] = [
  { from: 359, part: 'EGR_VALVE', partKo: 'EGR 밸브', partEn: 'EGR valve', system: 'AIR', kind: 'H_BRIDGE', severity: 2, group: 'EGR', signals: each(2791, 3, 4, 5, 6, 7),
    causes: ['connector', 'harness', 'motor', 'soot, valve jammed'], checks: ['egrTest'], ...emission, tech: 'EGR test; if it jams, clean or replace, then reset the learned end positions' },
  { from: 364, part: 'EGR_POSITION', partKo: 'EGR 위치 센서', partEn: 'EGR position sensor', system: 'AIR', kind: 'SENSOR', severity: 2, group: 'EGR', signals: each(27, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], checks: ['egrTest'], ...emission, consequenceOf: supply2, tech: 'EGR test: feedback 3.85–4.15 V at one end, 0.75–1.25 V at the other; polarity by variant' },
  { from: 367, part: 'AIR_CONTROL_VALVE', partKo: '공기조절밸브(ACV)', partEn: 'Air control valve', system: 'AIR', kind: 'H_BRIDGE', severity: 2, signals: each(3464, 3, 4, 5, 6, 7),
    causes: ['connector', 'harness', 'motor', 'jammed open or closed'], checks: ['acvTest'], ...finishPass, tech: 'ACV test; check shaft and spring by hand with the key off' },
  { from: 372, part: 'ACV_POSITION', partKo: '공기조절밸브(ACV) 위치 센서', partEn: 'Air control valve position sensor', system: 'AIR', kind: 'SENSOR', severity: 2, signals: each(51, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor'], checks: ['acvTest'], ...finishPass, consequenceOf: supply2, tech: 'ACV test; relearn the end positions after a replacement' },
  { from: 375, part: 'GLOW_RELAY', partKo: '예열플러그 릴레이', partEn: 'Glow plug relay', system: 'GLOW', kind: 'CIRCUIT', severity: 4, signals: each(676, 3, 4, 5),
    causes: ['relay', 'fuse', 'harness', 'glow plugs'], checks: ['plugTest'], actionKo: '추운 날 시동이 어려울 수 있습니다. 정비를 예약하세요', actionEn: 'Cold starts may be hard; book a service', tech: 'Glow plug test: each plug below 0.8 Ω cold; then fuse and relay' },
];

const dpf: FaultRow[] = [
  { from: 378, part: 'DPF_DP_SENSOR', partKo: 'DPF 차압 센서', partEn: 'DPF differential pressure sensor', system: 'DPF', kind: 'SENSOR', severity: 2, signals: each(3251, 3, 4, 2),
    causes: ['hoses blocked or swapped', 'water in the hoses', 'connector', 'sensor'], ...emission, consequenceOf: supply2, tech: 'Hoses for water, soot and cracks; 0 ±0.3 kPa at key on, engine off' },
  { from: 381, part: 'DPF_INLET_TEMP', partKo: 'DPF 입구 온도 센서', partEn: 'DPF inlet temperature sensor', system: 'DPF', kind: 'SENSOR', severity: 3, signals: each(3242, 3, 4, 2),
    causes: ['connector', 'harness burnt at the exhaust', 'sensor'], ...service, tech: 'Compare the exhaust sensors on a cold machine: within 10 °C' },
  { from: 384, part: 'DPF_OUTLET_TEMP', partKo: 'DPF 출구 온도 센서', partEn: 'DPF outlet temperature sensor', system: 'DPF', kind: 'SENSOR', severity: 3, signals: each(3246, 3, 4),
    causes: ['connector', 'harness burnt at the exhaust', 'sensor'], ...service, tech: 'Compare the exhaust sensors on a cold machine: within 10 °C' },
  { from: 386, part: 'DPF_SOOT', partKo: 'DPF 매연량', partEn: 'DPF soot load', system: 'DPF', kind: 'PERFORMANCE', severity: 2, signals: [
      s(3719, 15, { severity: 3, actionKo: '주차 재생을 실시하세요', actionEn: 'Run a parked regeneration' }), s(3719, 16),
      s(3719, 0, { severity: 1, actionKo: '재생하지 마세요. 안전한 곳에 세우고 정비를 요청하세요', actionEn: 'Do not regenerate: stop in a safe place and call service' }),
    ], causes: ['regeneration interrupted too often', 'short trips', 'oil consumption', 'injector', 'air leak'], actionKo: '작업을 마치고 바로 주차 재생을 실시하세요. 출력이 제한됩니다', actionEn: 'Finish the pass and run a parked regeneration at once: power is limited', consequenceOf: ['E0380'], tech: 'Service regeneration up to the second level; above it remove and clean the filter, look for the cause of the soot' },
  { from: 389, part: 'DPF', partKo: 'DPF', partEn: 'DPF', system: 'DPF', kind: 'PERFORMANCE', severity: 3, signals: [
      s(3936, 14, { ko: 'DPF 재생 필요', en: 'DPF regeneration needed', checks: [] }),
      s(3251, 1, { severity: 2, ko: 'DPF 없음 또는 파손', en: 'DPF missing or broken', ...emission, consequenceOf: ['E0380'] }),
      s(3251, 0, { severity: 1, ko: 'DPF 막힘', en: 'DPF blocked', actionKo: '안전한 곳에 세우고 엔진을 끈 뒤 정비를 요청하세요', actionEn: 'Stop in a safe place, switch the engine off and call service', consequenceOf: ['E0380', 'E0388'] }),
    ], causes: ['soot and ash', 'filter broken or removed', 'sensor hoses'], checks: ['partReplacement'], actionKo: '주차 재생을 실시하세요', actionEn: 'Run a parked regeneration', tech: 'Inspect the filter; after a replacement reset its learned values' },
];

const urea: FaultRow[] = [
  { from: 392, part: 'SCR_INLET_TEMP', partKo: 'SCR 입구 온도 센서', partEn: 'SCR inlet temperature sensor', system: 'SCR', kind: 'SENSOR', sa: DCU, severity: 3, signals: each(4360, 3, 4, 2),
    causes: ['connector', 'harness burnt at the exhaust', 'sensor'], ...service, tech: 'Compare the exhaust sensors on a cold machine: within 10 °C' },
  { from: 395, part: 'SCR_CATALYST', partKo: 'SCR 정화 효율', partEn: 'SCR efficiency', system: 'SCR', kind: 'PERFORMANCE', sa: DCU, severity: 2, group: 'DOSING', signals: each(4364, 18, 1),
    causes: ['poor or diluted urea', 'dosing too low', 'NOx sensor drift', 'catalyst aged', 'exhaust leak'], checks: ['defInjectTest', 'defControlTest'], ...emission, consequenceOf: ['E0405', 'E0410', 'E0412', 'E0418', 'E0427', 'E0430'], tech: 'Work on other SCR and NOx codes first; then urea quality, dosing amount, NOx sensors, catalyst' },
  { from: 397, part: 'UREA_LEVEL', partKo: '요소수 수위 센서', partEn: 'Urea level sensor', system: 'SCR', kind: 'SENSOR', sa: DCU, severity: 3, signals: [
      s(1761, 3), s(1761, 4), s(1761, 17, { severity: 4, kind: 'PERFORMANCE', part: 'UREA', partKo: '요소수', partEn: 'Urea', ko: '요소수 부족', en: 'Urea level low', actionKo: '요소수를 보충하세요', actionEn: 'Top up urea' }),
      s(1761, 1, { severity: 2, kind: 'PERFORMANCE', part: 'UREA', partKo: '요소수', partEn: 'Urea', ko: '요소수 없음', en: 'Urea empty', actionKo: '지금 요소수를 보충하세요. 출력이 제한됩니다', actionEn: 'Fill urea now: power is limited' }),
    ], group: 'LEVEL', causes: ['tank empty', 'connector', 'sensor'], checks: ['ureaStabilisation', 'lqsLevel'], ...service, selfCuring: true, tech: 'Level test 10 min after filling or moving' },
  { from: 401, part: 'UREA_TEMP', partKo: '요소수 온도 센서', partEn: 'Urea temperature sensor', system: 'SCR', kind: 'SENSOR', sa: DCU, severity: 3, signals: [s(3031, 3), s(3031, 4), s(3031, 16, { partKo: '요소수 온도', partEn: 'Urea temperature', kind: 'PERFORMANCE' })],
    causes: ['connector', 'sensor', 'coolant valve stuck open'], checks: ['ureaStabilisation', 'lqsTemp'], ...service, tech: 'Temperature test; on heat check the coolant valve and the tank heater' },
  { from: 404, part: 'UREA_QUALITY', partKo: '요소수 농도', partEn: 'Urea concentration', system: 'SCR', kind: 'PERFORMANCE', sa: DCU, severity: 2, group: 'QUALITY', signals: [s(3516, 9, { kind: 'COMM', partKo: '요소수 품질 센서', partEn: 'Urea quality sensor', consequenceOf: bus }), s(3516, 18), s(3516, 16)],
    causes: ['water or diesel in the tank', 'old urea', 'wrong fluid', 'sensor'], checks: ['ureaStabilisation', 'lqsTemp'], actionKo: '요소수를 확인하세요. 규격 요소수(32.5 %)만 사용하세요', actionEn: 'Check the urea: use 32.5 % urea to standard only', tech: 'Refractometer 32.5 ±1.5 %; outside: drain, rinse, refill' },
  { from: 407, part: 'UREA_PRESSURE_SENSOR', partKo: '요소수 압력 센서', partEn: 'Urea pressure sensor', system: 'SCR', kind: 'SENSOR', sa: DCU, severity: 2, group: 'DOSING', signals: each(4334, 3, 4, 2),
    causes: ['connector', 'harness', 'sensor frozen', 'sensor'], checks: ['defControlTest'], ...emission, consequenceOf: supply1, tech: 'Reads 0 ±20 kPa with the pump purged' },
  { from: 410, part: 'DEF_PUMP', partKo: '요소수 압력', partEn: 'Urea pressure', system: 'SCR', kind: 'PERFORMANCE', sa: DCU, severity: 2, group: 'DOSING', signals: [
      s(4334, 18, { consequenceOf: ['E0439', 'E0413'] }), s(4334, 16, { consequenceOf: ['E0419'] }), s(4334, 31, { ko: '요소수 압력 120초 내 형성 안 됨', en: 'Urea pressure not built up in 120 s', consequenceOf: ['E0413', 'E0415', 'E0400'] }),
    ], causes: ['air in line', 'filter', 'pump', 'leak', 'frozen'], checks: ['lqsLevel', 'pumpPriming', 'defControlTest'], actionKo: '작업을 마치고 요소수를 확인하세요', actionEn: 'Finish the pass, then check urea level', selfCuring: true, tech: 'Priming 120 s; below 700 kPa replace filter, then pump' },
  { from: 413, part: 'DEF_PUMP_MOTOR', partKo: '요소수 펌프 모터', partEn: 'Urea pump motor', system: 'SCR', kind: 'CIRCUIT', sa: DCU, severity: 2, group: 'DOSING', signals: each(4375, 3, 4, 5),
    causes: ['connector', 'harness', 'pump motor'], checks: ['pumpPriming'], ...emission, tech: 'Harness and motor resistance at the supply module, then the module' },
  { from: 416, part: 'UREA_INJECTOR', partKo: '요소수 인젝터', partEn: 'Urea injector', system: 'SCR', kind: 'INJECTOR', sa: DCU, severity: 2, group: 'DOSING', signals: each(5394, 5, 6, 7),
    causes: ['connector', 'harness', 'crystals', 'coil'], checks: ['defInjectTest'], ...emission, tech: 'Injection test, injector unscrewed over a cup: 750 ±50 kPa, spray 25 ±5 mm; never mounted' },
  { from: 419, part: 'UREA_REVERTING_VALVE', partKo: '요소수 역류 밸브', partEn: 'Urea reverting valve', system: 'SCR', kind: 'CIRCUIT', sa: DCU, severity: 2, group: 'DOSING', signals: each(4376, 3, 4, 5),
    causes: ['connector', 'harness', 'valve coil'], checks: ['defControlTest'], ...emission, tech: 'Check that the line is purged within 70 s of key off' },
  { from: 422, part: 'UREA_TANK_HEATER', partKo: '요소수 탱크 히터', partEn: 'Urea tank heater', system: 'SCR', kind: 'CIRCUIT', sa: DCU, severity: 3, signals: each(3363, 4, 5),
    causes: ['relay', 'fuse', 'harness', 'heater'], checks: ['defHeaterTest'], actionKo: '영하의 날씨 전에 점검을 받으세요', actionEn: 'Have it checked before frost', tech: 'Heater test; above 5 °C it can wait' },
  { from: 424, part: 'UREA_LINE_HEATER', partKo: '요소수 라인 히터', partEn: 'Urea line heater', system: 'SCR', kind: 'CIRCUIT', sa: DCU, severity: 3, signals: [s(4354, 5, { part: 'UREA_LINE_HEATER_1', partKo: '요소수 라인 히터 1', partEn: 'Urea line heater 1' }), s(4355, 5, { part: 'UREA_LINE_HEATER_2', partKo: '요소수 라인 히터 2', partEn: 'Urea line heater 2' })],
    causes: ['relay', 'fuse', 'harness', 'heater'], checks: ['defHeaterTest'], actionKo: '영하의 날씨 전에 점검을 받으세요', actionEn: 'Have it checked before frost', tech: 'Heater test; above 5 °C it can wait' },
  { from: 426, part: 'NOX_UPSTREAM', partKo: 'NOx 센서(전단)', partEn: 'NOx sensor upstream', system: 'NOX', kind: 'SENSOR', sa: DCU, severity: 2, group: 'TAMPERING', signals: [s(3216, 9, { kind: 'COMM', consequenceOf: bus }), s(3216, 13), s(3216, 2)],
    causes: ['sensor supply', 'CAN branch', 'dew point not reached', 'sensor'], ...emission, tech: 'Supply at the sensor, CAN 60 Ω; reads only above the dew point; then replace' },
  { from: 429, part: 'NOX_DOWNSTREAM', partKo: 'NOx 센서(후단)', partEn: 'NOx sensor downstream', system: 'NOX', kind: 'SENSOR', sa: DCU, severity: 2, group: 'TAMPERING', signals: [s(3226, 9, { kind: 'COMM', consequenceOf: bus }), s(3226, 13), s(3226, 2)],
    causes: ['sensor supply', 'CAN branch', 'dew point not reached', 'sensor'], ...emission, tech: 'Supply at the sensor, CAN 60 Ω; reads only above the dew point; then replace' },
  { from: 432, part: 'INDUCEMENT', partKo: '출력제한', partEn: 'Inducement', system: 'SCR', kind: 'PERFORMANCE', severity: 2, signals: [
      s(5246, 15, { ko: '출력제한 1단계', en: 'Inducement level 1' }), s(5246, 16, { ko: '출력제한 2단계', en: 'Inducement level 2', actionKo: '출력이 줄었습니다. 원인 코드를 확인하고 지금 점검을 받으세요', actionEn: 'Power is reduced: look at the causing code and have it repaired now' }),
      s(5246, 0, { severity: 1, ko: '출력제한 3단계', en: 'Inducement level 3', actionKo: '최종 출력제한입니다. 안전한 곳으로 옮기고 정비를 요청하세요', actionEn: 'Final inducement: move to a safe place and call service' }),
    ], causes: ['the emission fault that stands beside it'], actionKo: '곧 출력이 제한됩니다. 원인 코드를 확인하고 점검을 받으세요', actionEn: 'Power will be limited soon: look at the causing code and have it repaired', selfCuring: true,
    consequenceOf: ['E0359', 'E0363', 'E0395', 'E0396', 'E0400', 'E0405', 'E0406', 'E0410', 'E0412', 'E0426', 'E0429'], tech: 'Repair the causing code; the counter of its group goes on if it returns within 40 h' },
];

const electric: FaultRow[] = [
  { from: 435, part: 'CAN_BUS', partKo: 'CAN 통신', partEn: 'CAN bus', system: 'CAN', kind: 'COMM', severity: 2, signals: [
      s(639, 2, { ko: 'CAN 버스 이상', en: 'CAN bus disturbed' }),
      s(639, 9, { part: 'DCU', partKo: 'DCU', partEn: 'DCU', ko: 'DCU 메시지 없음', en: 'DCU messages missing', consequenceOf: ['E0435', 'E0445'] }),
      s(639, 19, { severity: 3, partKo: 'CAN 데이터', partEn: 'CAN data', ko: 'CAN 데이터 오류', en: 'CAN data in error', consequenceOf: bus }),
      s(1231, 9, { severity: 3, part: 'BODY_CAN', partKo: '차체 CAN', partEn: 'Body CAN' }),
    ], causes: ['terminator', 'harness', 'connector', 'control unit without supply'], ...finishPass, selfCuring: true, tech: 'Key off: 60 Ω between CAN high and low; then unplug units one by one; key cycle' },
  { from: 439, part: 'SENSOR_SUPPLY_1', partKo: '센서 전원 1', partEn: 'Sensor supply 1', system: 'ECU', kind: 'CIRCUIT', severity: 2, signals: each(3509, 3, 4),
    causes: ['short in the sensor harness', 'shorted sensor', 'ECU'], ...finishPass, tech: 'Primary fault: it hides sensor codes. 5 V ±0.1 at the sensors; unplug them one by one' },
  { from: 441, part: 'SENSOR_SUPPLY_2', partKo: '센서 전원 2', partEn: 'Sensor supply 2', system: 'ECU', kind: 'CIRCUIT', severity: 2, signals: each(3510, 3, 4),
    causes: ['short in the sensor harness', 'shorted sensor', 'ECU'], ...finishPass, tech: 'Primary fault: it hides sensor codes. 5 V ±0.1 at the sensors; unplug them one by one' },
  { from: 443, part: 'MAIN_RELAY', partKo: '메인 릴레이', partEn: 'Main relay', system: 'ECU', kind: 'CIRCUIT', severity: 2, signals: [
      s(1485, 7, { actionKo: '배터리가 방전될 수 있습니다. 작업을 마치고 점검을 받으세요', actionEn: 'The battery may run flat: finish the pass, then have it checked' }),
      s(629, 12, { severity: 1, part: 'ECU', partKo: 'ECU', partEn: 'ECU', ...stopNow, checks: ['partReplacement'] }),
      s(629, 12, { sa: DCU, part: 'DCU', partKo: 'DCU', partEn: 'DCU', checks: ['partReplacement'], ...emission }),
      s(628, 13, { part: 'CALIBRATION', partKo: '캘리브레이션', partEn: 'Calibration', ko: '캘리브레이션 불일치', en: 'Calibration does not match' }),
    ], causes: ['relay', 'control unit', 'wrong or broken data set'], ...finishPass, tech: 'Supply and grounds first; then reprogram with the match check; replace the unit last' },
];

export const faultRows: FaultRow[] = [...engineAndAir, ...fuel, ...airValves, ...dpf, ...urea, ...electric];
