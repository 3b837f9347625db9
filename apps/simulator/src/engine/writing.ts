import { type ItemValues } from '@headland/contracts/device/diagnosis';
import { type ReplacedPartName, replacedParts } from '@headland/contracts/service-write';
import { codeRefusal } from '@headland/domain/after-service/injector-code';
import { shippedInjectorProfile } from '@headland/domain/after-service/injector-profile';
import { type EngineMemory, type Learned } from './memory';

/**
 * The writing part of a procedure: the current value is read and stored first, and restored unless the written one is
 * read back and verified. One per run; a procedure that writes nothing has an empty one.
 */
export class Writing {
  /** why it cannot continue */
  problem: string | null = null;
  private readonly cylinder: number;
  private readonly part: ReplacedPartName | null;
  private oldCode: string | null = null;
  private before: Learned | null = null;
  private changed = false;

  constructor(
    private readonly memory: EngineMemory,
    private readonly args: Readonly<Record<string, unknown>>,
  ) {
    this.cylinder = Number(args.cylinder);
    this.part = replacedParts.find((p) => p === args.part) ?? null;
  }

  /** Handles a command of a step; ignores those of other procedures. */
  command(cmd: string): void {
    if (cmd === 'c3i.read') this.oldCode ??= this.memory.code(this.cylinder);
    else if (cmd === 'c3i.write') this.writeCode(String(this.args.code));
    else if (cmd === 'part.read' && this.before === null) this.readPart();
    else if (cmd === 'part.reset' && this.part !== null && this.problem === null) {
      this.changed = true;
      this.memory.reset(this.part);
    }
  }

  /** After the last step: verifies the written value, and restores the old one if it differs. */
  verify(): boolean {
    if (this.problem === null && this.oldCode !== null && this.memory.code(this.cylinder) !== this.args.code)
      this.problem = 'readBack';
    if (this.problem !== null) this.restore();
    else this.changed = false;
    return this.problem === null;
  }

  /** In any case: half a write is rolled back. */
  restore(): void {
    if (!this.changed) return;
    this.changed = false;
    if (this.oldCode !== null) this.memory.restoreCode(this.cylinder, this.oldCode);
    if (this.part !== null && this.before !== null) this.memory.teach(this.part, this.before);
  }

  /** The value read before, sent at once so that it is stored elsewhere too. */
  get saved(): ItemValues {
    return { ...(this.oldCode === null ? {} : { 'c3i.old': this.oldCode }), ...named('before', this.before) };
  }

  /** The current value. */
  get present(): ItemValues {
    const { memory, part, before } = this;
    return {
      ...this.saved,
      ...(this.args.code === undefined
        ? {}
        : { 'c3i.code': memory.code(this.cylinder), 'c3i.codes': memory.inFiringOrder }),
      ...(part === null || before === null
        ? {}
        : { ...named('after', memory.learnedOf(part)), 'part.counter': this.counter, 'lamp.part': 0 }),
    };
  }

  get counter(): number | null {
    return this.part === null ? null : (this.memory.learnedOf(this.part).counter ?? null);
  }

  private writeCode(code: string): void {
    const { memory, cylinder, args } = this;
    const engine = { model: null, engineType: null, hwVariant: null, cylinders: memory.cylinders };
    const refused = codeRefusal({ cylinder, code }, engine, memory.inFiringOrder, shippedInjectorProfile);
    const misplaced = typeof args.position === 'number' && args.position !== memory.positionOf(cylinder);
    if (refused !== null || misplaced) {
      this.problem = refused === 'twice' ? 'codeTwice' : 'badCode';
      return;
    }
    this.changed = true;
    memory.writeCode(cylinder, code);
  }

  private readPart(): void {
    if (this.part === null) this.problem = 'notSupported';
    else this.before = this.memory.learnedOf(this.part);
  }
}

const named = (when: string, values: Learned | null): Record<string, number> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, v]) => [`${when}.${name}`, v]));
