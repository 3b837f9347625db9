import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AskBody } from '@headland/contracts/app-gpt-chat';
import { termState } from '@headland/domain/customer';
import type { FaqSource } from '@headland/domain/gpt-chat';
import { type KnownPerson, withoutPersonalData } from '@headland/domain/gpt-privacy';
import { dayOf } from '@headland/domain/zone-day';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import { answersOfOne } from '../../people/customer-base/customer-terms.tx';
import type { AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { faqSources } from './faq-sources.reads';
import { machineFacts, type MachineFacts } from './machine-facts.reads';
import { knownPerson, precedingExchanges } from './asked.reads';

/** What goes to the endpoint: without personal data, whoever wrote it. */
export interface ChatContext {
  question: string;
  /** oldest first */
  before: readonly { question: string; answer: string }[];
  facts: readonly MachineFacts[];
  /** of `facts` */
  machines: number;
  sources: readonly FaqSource[];
}

/** Collects what a question is answered from: the machines with the customer's consent only. */
@Injectable()
export class ChatContexts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly faults: CatalogueInUse,
  ) {}

  async of(caller: AppCaller, { question, vehicleId, follows }: AskBody): Promise<ChatContext> {
    const { database } = this;
    const { customerId, language } = caller;
    const [person, answers, before] = await Promise.all([
      knownPerson(database, customerId),
      answersOfOne(database, customerId),
      follows === undefined ? [] : precedingExchanges(database, customerId, follows),
    ]);
    const today = dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
    const facts =
      termState('assistant', answers) === 'agreed'
        ? await machineFacts(database, { customerId, vehicleId, language, today, lookUp: this.faults.now.lookUp })
        : [];
    const asked = withoutPersonalData(question, person);
    return {
      question: asked,
      before: before.map((exchange) => clean(exchange, person)),
      facts,
      machines: facts.length,
      sources: await faqSources(database, asked),
    };
  }
}

const clean = ({ question, answer }: { question: string; answer: string }, person: KnownPerson) => ({
  question: withoutPersonalData(question, person),
  answer: withoutPersonalData(answer, person),
});
