import { describe, expect, it } from 'vitest';
import { faultCatalogue, parseFaultCatalogue } from './fault-catalogue';
import { relationsAmong } from './fault-relations';

const related = (...codes: string[]) => Object.fromEntries(relationsAmong(codes, faultCatalogue));

describe('open faults of one vehicle', () => {
  it('are related as in the catalogue: urea pressure after its pump and the sensor supply', () => {
    expect(related('E0410', 'E0413', 'E0439')).toEqual({
      E0410: { primaries: expect.arrayContaining(['E0439', 'E0413']) as string[], consequences: [] },
      E0413: { primaries: [], consequences: ['E0410'] },
      E0439: { primaries: [], consequences: ['E0410'] },
    });
  });

  it('are on their own where the primary one is not reported, or is not known', () => {
    expect(related('E0410', 'E0297')).toEqual({
      E0410: { primaries: [], consequences: [] },
      E0297: { primaries: [], consequences: [] },
    });
    expect(related('X9', 'E0439')).toEqual({
      X9: { primaries: [], consequences: [] },
      E0439: { primaries: [], consequences: [] },
    });
  });

  it('follow from a primary one over a step that was not reported', () => {
    const json = faultCatalogue.records.map((r) => (r.code === 'E0413' ? { ...r, consequenceOf: ['E0328'] } : r));
    const chained = parseFaultCatalogue(json);
    expect(relationsAmong(['E0410', 'E0328'], chained).get('E0410')?.primaries).toEqual(['E0328']);
  });

  it('mirror each other, whatever is open: no code follows from itself, and each consequence names its primary', () => {
    const all = faultCatalogue.records.map((r) => r.code);
    const relations = relationsAmong(all, faultCatalogue);
    for (const [code, { primaries, consequences }] of relations) {
      expect(primaries).not.toContain(code);
      for (const primary of primaries) expect(relations.get(primary)?.consequences).toContain(code);
      for (const consequence of consequences) expect(relations.get(consequence)?.primaries).toContain(code);
      // a cycle would make two faults each other's cause
      expect(primaries.filter((p) => consequences.includes(p))).toEqual([]);
    }
  });
});
