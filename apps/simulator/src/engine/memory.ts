import { learnedValues, type ReplacedPartName, replacedParts } from '@headland/contracts/service-write';
import { firingOrderOf, withCheckCharacter } from '@headland/domain/after-service/injector-code';
import { shippedInjectorProfile } from '@headland/domain/after-service/injector-profile';
import { type Random } from '@headland/testing/random';
import { type Defects } from './defects';

export type Learned = Record<string, number>;

/** Non-volatile memory of the control units: injector codes in firing order, and learned values of each part. */
export class EngineMemory {
  /** by cylinder */
  private codes: string[];
  private readonly learned: Record<ReplacedPartName, Learned>;
  private readonly order: readonly number[];

  constructor(
    readonly cylinders: number,
    private readonly defects: Defects,
    random: Random,
  ) {
    this.order =
      firingOrderOf({ model: null, engineType: null, hwVariant: null, cylinders }, shippedInjectorProfile) ?? [];
    const { alphabet = '', length = 0 } = shippedInjectorProfile.codings[0] ?? {};
    this.codes = Array.from({ length: cylinders }, () =>
      withCheckCharacter(Array.from({ length: length - 1 }, () => random.pick([...alphabet])).join(''), alphabet),
    );
    // as some makers print them: seven characters, with an unknown check character
    if (defects.has('foreign-codes'))
      this.codes = this.codes.map((_, i) => `7K${i + 1}X${String(random.whole(0, 999)).padStart(3, '0')}`);
    const wrong = defects.of('wrong-c3i', 1);
    if (wrong !== null) this.codes[wrong - 1] = this.codes[wrong % cylinders] ?? '';
    this.learned = Object.fromEntries(
      replacedParts.map((part) => [
        part,
        Object.fromEntries(
          learnedValues[part].map((v) => [
            v.name,
            v.name === 'counter' ? 7 : Math.round((v.untaught === 0 ? 1 : 0.96) * (v.untaught || 3.2) * 10) / 10,
          ]),
        ),
      ]),
    ) as Record<ReplacedPartName, Learned>;
  }

  /** Two cylinders with one code: the control unit corrects one of them with the other's values. */
  get mixedUp(): boolean {
    return new Set(this.codes).size < this.codes.length;
  }
  get inFiringOrder(): string[] {
    return this.order.map((cylinder) => this.codes[cylinder - 1] ?? '');
  }
  positionOf(cylinder: number): number {
    return this.order.indexOf(cylinder) + 1;
  }
  code(cylinder: number): string | null {
    return this.codes[cylinder - 1] ?? null;
  }
  writeCode(cylinder: number, code: string): void {
    const written =
      this.defects.of('c3i-write', 1) === cylinder ? `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}` : code;
    this.codes[cylinder - 1] = written;
  }
  /** From the copy that is kept until a new value is verified. */
  restoreCode(cylinder: number, code: string): void {
    this.codes[cylinder - 1] = code;
  }

  learnedOf(part: ReplacedPartName): Learned {
    return { ...this.learned[part] };
  }
  teach(part: ReplacedPartName, values: Learned): void {
    this.learned[part] = { ...values };
  }
  reset(part: ReplacedPartName): void {
    this.learned[part] = Object.fromEntries(learnedValues[part].map((v) => [v.name, v.untaught]));
  }
}
