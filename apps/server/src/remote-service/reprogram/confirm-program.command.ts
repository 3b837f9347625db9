import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FlashFile, ProgramStatement } from '@headland/contracts/reprogram';
import { confirmationRefusal } from '@headland/domain/reprogram/statement';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { lockFile, statementOf, toFile, type FileRow } from './flash-row';
import { SigningKey } from './signing-key';

/**
 * Four eyes: another account confirms the stated target of a program, as shown. Only then is it signed, and may be
 * offered.
 */
export class ConfirmProgram extends Command<FlashFile> {
  constructor(
    readonly id: number,
    readonly seen: ProgramStatement,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ConfirmProgram)
export class ConfirmProgramHandler implements ICommandHandler<ConfirmProgram> {
  constructor(
    private readonly change: Change,
    private readonly key: SigningKey,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, seen, by }: ConfirmProgram): Promise<FlashFile> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const file = await lockFile(tx, id);
      if (file === null) throw new Problem('NOT_FOUND');
      const refusal = confirmationRefusal(statementOf(file), { userId: memberId(by), seen });
      if (refusal !== null)
        throw new Problem(refusal, {
          by: file.stated_name ?? file.uploaded_name,
          at: (file.stated_at ?? file.uploaded_at).toISOString(),
        });
      const signature = await this.key.sign({ ...seen, format: file.format, size: file.bytes, sha256: file.sha256 });
      const [[confirmed]] = await tx.query<[FileRow[], number]>(
        'UPDATE flash_file SET signature = $2, confirmed_at = $3, confirmed_by = $4, confirmed_name = $5 WHERE id = $1 RETURNING *',
        [id, signature, this.now(), memberId(by), by.name],
      );
      emit(
        'record.changed',
        {
          screen: 'reProgram',
          kind: 'program',
          id: String(id),
          name: `${file.target.toUpperCase()} ${file.version}`,
          changes: [{ field: 'confirmedBy', from: null, to: by.name }],
        },
        { organizationId: by.organizationId },
      );
      return toFile(confirmed as FileRow, by);
    });
  }
}
