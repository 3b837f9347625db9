import { images } from '@headland/contracts/file';
import { type ModelBody, type ModelDetail, type ModelStep, models } from '@headland/contracts/model';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';

/** Models that remember what one does to them until the dev server stops; the devices of a changed one are told by and by. */
export function modelAnswers(): FakeAnswer[] {
  const all = new Map<number, ModelDetail>();
  const steps = new Map<number, ModelStep[]>();
  const told = new Map<number, number>();
  const put = (id: number, body: ModelBody, more: Partial<ModelDetail> = {}): ModelDetail => {
    const old = all.get(id);
    const consumables = body.consumables.map((item, i) => ({
      ...item,
      id: item.id ?? id * 100 + i + (old?.version ?? 0) * 10,
    }));
    const model: ModelDetail = {
      vehicles: 0,
      registeredAt: old?.registeredAt ?? new Date().toISOString(),
      delivery: { devices: 0, sent: 0, confirmed: 0 },
      redating: null,
      ...old,
      ...body,
      id,
      consumables,
      items: consumables.length,
      version: (old?.version ?? 0) + 1,
      ...more,
    };
    all.set(id, model);
    const changes = old
      ? (['name', 'type', 'machine', 'releaseYear', 'horsepower', 'remoteControl', 'description'] as const)
          .filter((field) => old[field] !== model[field])
          .map((field) => ({ field, from: String(old[field]), to: String(model[field]) }))
      : [];
    const before = steps.get(id) ?? [];
    steps.set(id, [
      {
        number: 9000 + before.length,
        at: new Date().toISOString(),
        name: old ? 'record.changed' : 'record.created',
        by: '김민수',
        changes,
      },
      ...before,
    ]);
    return model;
  };
  names.forEach(([name, machine, horsepower], i) =>
    put(
      i + 1,
      {
        name,
        machine,
        type: i % 2 === 0 ? 'premium' : 'standard',
        releaseYear: 2021 + (i % 5),
        horsepower,
        description: i % 3 === 2 ? '' : `${horsepower}마력 ${machine === 'tractor' ? '트랙터' : '굴착기'}`,
        remoteControl: (['startClimate', 'start', 'none'] as const)[i % 3] ?? 'none',
        rollover: { 1: { x: 45, y: 45, z: 60 }, 2: { x: 40, y: 42.5, z: 60 } },
        imageId: null,
        imageAlt: '',
        consumables: items.slice(0, 3 + (i % 4)).map((item) => ({ ...item, id: null })),
      },
      { vehicles: 340 - i * 57, delivery: { devices: 340 - i * 57, sent: 340 - i * 57, confirmed: 331 - i * 57 } },
    ),
  );
  const find = (id: number): ModelDetail => {
    const model = all.get(id);
    if (!model) throw new Problem('NOT_FOUND');
    return model;
  };
  const nameFree = (name: string, id: number): void => {
    if ([...all.values()].some((m) => m.name === name && m.id !== id))
      throw new Problem('E0001', {}, { name: 'field.nameTaken' });
  };
  return [
    answer(models.list, ({ query: q }) => {
      const rows = [...all.values()].filter(
        (m) =>
          (!q.name || m.name.includes(q.name)) &&
          (q.type.length === 0 || q.type.includes(m.type)) &&
          (q.remoteControl.length === 0 || q.remoteControl.includes(m.remoteControl)) &&
          (q.releaseYear === undefined || m.releaseYear === q.releaseYear),
      );
      rows.sort((a, b) => (a[q.sort] < b[q.sort] ? -1 : 1) * (q.order === 'asc' ? 1 : -1));
      return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
    }),
    answer(models.names, () => [...all.values()].map(({ id, name, type }) => ({ id, name, type }))),
    answer(models.get, ({ params }) => {
      const model = find(params.id);
      const asked = told.get(params.id);
      if (asked === undefined) return model;
      // a device in three answers at each look
      told.set(params.id, asked + 1);
      const devices = model.vehicles;
      return {
        ...model,
        delivery: {
          devices,
          sent: Math.min(devices, asked * 60),
          confirmed: Math.min(devices, Math.max(0, asked - 1) * 40),
        },
      };
    }),
    answer(models.create, ({ body }) => {
      nameFree(body.name, 0);
      return put(all.size + 1, body);
    }),
    answer(models.change, ({ params, body: { version, ...body } }) => {
      const old = find(params.id);
      if (version !== old.version)
        throw new Problem('CHANGED_MEANWHILE', { by: '이서연', at: new Date().toISOString() }, {}, null, 409);
      nameFree(body.name, old.id);
      if (JSON.stringify([body.rollover, body.remoteControl]) !== JSON.stringify([old.rollover, old.remoteControl]))
        told.set(old.id, 0);
      return put(old.id, body);
    }),
    answer(models.preview, ({ params, body }) => {
      const { vehicles, consumables } = find(params.id);
      return {
        vehicles,
        imminent: Math.round(vehicles / 28),
        exceeded: Math.round(vehicles / 85),
        safe: 0,
        ended: consumables.filter((item) => !body.consumables.some((now) => now.id === item.id)).length * vehicles,
        started: body.consumables.filter((item) => item.id === null).length * vehicles,
        devices: vehicles,
      };
    }),
    answer(models.history, ({ params }) => {
      const rows = steps.get(params.id) ?? [];
      return { rows, total: rows.length };
    }),
    answer(images.upload, () => ({
      id: 'picture-that-is-not-00',
      name: 'tractor.jpg',
      width: 1600,
      height: 900,
      bytes: 412_000,
    })),
  ];
}

const names = [
  ['HL 6-110', 'tractor', 110],
  ['HL 6-130', 'tractor', 130],
  ['HL 4-75', 'tractor', 75],
  ['HL 2-48', 'tractor', 48],
  ['HX 35', 'excavator', 26],
  ['HX 60', 'excavator', 55],
] as const;
const items = [
  { name: '엔진 오일', maintenance: 'replace', initialHours: 50, cycleHours: 250, cycleDays: 365 },
  { name: '엔진 오일 필터', maintenance: 'replace', initialHours: 50, cycleHours: 250, cycleDays: 365 },
  { name: '연료 필터', maintenance: 'replace', initialHours: 100, cycleHours: 500, cycleDays: null },
  { name: '에어 클리너', maintenance: 'inspect', initialHours: 100, cycleHours: 100, cycleDays: null },
  { name: '미션 오일', maintenance: 'replace', initialHours: 100, cycleHours: 600, cycleDays: 730 },
  { name: 'DPF 재생 상태', maintenance: 'inspect', initialHours: 300, cycleHours: 300, cycleDays: null },
] as const;
