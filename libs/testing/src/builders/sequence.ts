import { type UpKind } from '@headland/contracts/device/envelope';

/** Counts `seq` for each topic of a boot, as a terminal does: 1, 2, 3 … and from 1 again after `reboot`. */
export class Sequence {
  private readonly last = new Map<UpKind, number>();

  constructor(public boot = 1) {}

  next(kind: UpKind): { boot: number; seq: number } {
    const seq = (this.last.get(kind) ?? 0) + 1;
    this.last.set(kind, seq);
    return { boot: this.boot, seq };
  }

  reboot(): void {
    this.boot += 1;
    this.last.clear();
  }
}
