import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postingFields, withPosting } from './posting';

const Body = withPosting(z.object({ name: z.string(), ...postingFields }));
const of = (posting: 'noLimit' | 'dates', startOn?: string, endOn?: string) =>
  Body.safeParse({ name: 'x', posting, display: 'shown', startOn, endOn });
const errors = (parsed: ReturnType<typeof of>) =>
  (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);

describe('posting in a form', () => {
  it('with dates has both, in their order', () => {
    expect(of('dates', '2026-11-20', '2026-11-20').success).toBe(true);
    expect(errors(of('dates', '2026-11-20', '2026-11-19'))).toEqual(['startOn field.range']);
    expect(errors(of('dates', '2026-11-20'))).toEqual(['endOn field.req']);
    expect(errors(of('dates'))).toEqual(['startOn field.req', 'endOn field.req']);
    expect(errors(of('dates', '2026-02-30', '2026-03-01'))).toEqual(['startOn field.date']);
  });

  it('without limit forgets days that were typed before', () => {
    expect(of('noLimit', '2026-11-20', '2026-11-19').data).toMatchObject({ startOn: null, endOn: null });
  });
});
