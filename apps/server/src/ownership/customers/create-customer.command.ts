import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CustomerBody, CustomerDetail } from '@headland/contracts/customer';
import { customerChanges } from '@headland/domain/customer';
import { dayOf } from '@headland/domain/zone-day';
import { recordAnswers, answerChanges } from '../../people/customer-base/customer-terms.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { customerDetail } from './customer-detail.reads';
import { dealerOf, newAnswersOf, takePhone, toldOf } from './customer.write';

/** Staff register a customer, with the consent that was given on paper or by telephone. */
export class CreateCustomer extends Command<CustomerDetail> {
  constructor(
    readonly body: CustomerBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateCustomer)
export class CreateCustomerHandler implements ICommandHandler<CreateCustomer> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ body, caller }: CreateCustomer): Promise<CustomerDetail> {
    const now = this.now();
    const answers = newAnswersOf(body, [], dayOf(now.getTime(), caller.timeZone));
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const dealer = await dealerOf(tx, caller.scope, body.dealerId, null);
      await takePhone(tx, caller, body.phone, null);
      const [made] = await orFieldError(
        tx.query<{ id: number }[]>(
          `INSERT INTO customer (login_id, name, birth_on, country, phone, email, postal_code, address, address_detail, organization_id, memo, registered_by, language, created_at, changed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULLIF($11, ''), $12, $13, $14, $14) RETURNING id`,
          [
            body.loginId,
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
            caller.name,
            body.country === '82' ? 'ko' : 'en',
            now,
          ],
        ),
      );
      const { id } = made as { id: number };
      if (body.way !== undefined && body.givenOn !== undefined)
        await recordAnswers(tx, id, answers, { way: body.way, on: body.givenOn, by: caller.name, at: now });
      const changes = [...customerChanges({}, toldOf({ ...body, dealer: dealer.name })), ...answerChanges(answers, [])];
      emit(
        'record.created',
        { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes },
        { organizationId: dealer.id },
      );
      return customerDetail(tx, caller.scope, id);
    });
  }
}
