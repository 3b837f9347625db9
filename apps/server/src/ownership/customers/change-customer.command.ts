import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ChangeCustomerBody, CustomerDetail } from '@headland/contracts/customer';
import { closedRefusal, customerChanges } from '@headland/domain/customer';
import { phoneDigits } from '@headland/domain/sms-code';
import { dayOf } from '@headland/domain/zone-day';
import { answersOfOne, recordAnswers, answerChanges } from '../../people/customer-base/customer-terms.tx';
import { endSessionsOfApp } from '../../people/customer-base/end-app-sessions.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change } from '../../platform/event-log/change';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { customerDetail } from './customer-detail.reads';
import { dealerOf, lockCustomer, newAnswersOf, takePhone, toldOf } from './customer.write';

/** All fields of a customer as the form shows them. Another phone is another key to the app, so its sessions end. */
export class ChangeCustomer extends Command<CustomerDetail> {
  constructor(
    readonly id: number,
    readonly body: ChangeCustomerBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeCustomer)
export class ChangeCustomerHandler implements ICommandHandler<ChangeCustomer> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ id, body, caller }: ChangeCustomer): Promise<CustomerDetail> {
    const now = this.now();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const before = await lockCustomer(tx, caller.scope, id);
      const no = closedRefusal(before.appStatus);
      if (no) throw new Problem(no);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'customer', id);
      const known = await answersOfOne(tx, id);
      const answers = newAnswersOf(body, known, dayOf(now.getTime(), caller.timeZone));
      const stood =
        before.dealerId === null || before.dealer === null ? null : { id: before.dealerId, name: before.dealer };
      const dealer = await dealerOf(tx, caller.scope, body.dealerId, stood);
      const otherPhone = phoneDigits(before.phone ?? '') !== phoneDigits(body.phone);
      if (otherPhone) await takePhone(tx, caller, body.phone, id);
      // one that is there is known to its customer, and stays
      const after = { ...body, loginId: before.loginId ?? body.loginId ?? null, dealer: dealer.name };
      const changes = [...customerChanges(toldOf(before), toldOf(after)), ...answerChanges(answers, known)];
      if (changes.length === 0) return customerDetail(tx, caller.scope, id);
      await orFieldError(
        tx.query(
          `UPDATE customer SET version = version + 1, login_id = $2, name = $3, birth_on = $4, country = $5, phone = $6, email = $7, postal_code = $8, address = $9, address_detail = $10,
             organization_id = $11, memo = NULLIF($12, ''), changed_at = $13 WHERE id = $1`,
          [
            id,
            after.loginId,
            body.name,
            body.birthOn,
            body.country,
            body.phone,
            body.email,
            body.postalCode,
            body.address,
            body.addressDetail,
            dealer.id,
            body.memo,
            now,
          ],
        ),
      );
      if (body.way !== undefined && body.givenOn !== undefined)
        await recordAnswers(tx, id, answers, { way: body.way, on: body.givenOn, by: caller.name, at: now });
      if (otherPhone) await endSessionsOfApp(tx, { customerId: id }, 'phone', now);
      emit(
        'record.changed',
        { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes },
        { organizationId: dealer.id },
      );
      return customerDetail(tx, caller.scope, id);
    });
  }
}
