import { Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { app } from '@headland/contracts/app';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { phoneDigits } from '@headland/domain/sms-code';
import { standingWith } from '../../people/customer-base/customer-phone.tx';
import { languageOf } from '../../platform/problem.filter';
import { Serve } from '../../platform/serve';
import { CurrentCustomer, type AppCaller } from '../../platform/caller';
import { RequestOrigin, constantTime, type From, PublicLimit, SmsCodes } from '../../people/session/session.module';
import { AnswerTerm } from './answer-term.command';
import { JoinApp } from './join-app.command';
import { LogInToApp } from './log-in-to-app.command';
import { LogOutOfApp } from './log-out-of-app.command';
import { NoteOwn } from './note-own.command';
import { OwnReads, presentTerms } from './own.reads';
import { RefreshAppSession } from './refresh-app-session.command';
import { SetPushDevice } from './set-push-device.command';
import { Withdraw } from './withdraw.command';

type App = typeof app;

@Controller()
export class AppMembersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
    private readonly own: OwnReads,
  ) {}

  /** Every phone gets one, so that it does not reveal whose phone it is. */
  @Serve(app.sendCode) sendCode(
    { body: { country, phone, language } }: Parsed<App['sendCode']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<App['sendCode']>> {
    this.limit.admit('app', from.address, phoneDigits(phone));
    return constantTime(() => this.codes.start('app', null, phone, from, { country, language }));
  }

  @Serve(app.confirmCode) async confirmCode(
    { body }: Parsed<App['confirmCode']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<App['confirmCode']>> {
    this.limit.admit('code', from.address, body.smsId);
    const { phone, data } = await constantTime(() => this.codes.confirm('app', body.smsId, body.code, from, 'keep'));
    const known = await standingWith(this.database.manager, { country: data.country ?? '82', phone });
    return { confirmed: true, joined: known.some((c) => c.usesApp) };
  }

  @Serve(app.login) login({ body }: Parsed<App['login']>, @RequestOrigin() from: From): Promise<Reply<App['login']>> {
    return this.commands.execute(new LogInToApp(body, from));
  }

  @Serve(app.join) join({ body }: Parsed<App['join']>, @RequestOrigin() from: From): Promise<Reply<App['join']>> {
    return this.commands.execute(new JoinApp(body, from));
  }

  @Serve(app.refresh) refresh(
    { body }: Parsed<App['refresh']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<App['refresh']>> {
    this.limit.admit('code', from.address);
    return this.commands.execute(new RefreshAppSession(body.refreshToken));
  }

  @Serve(app.presentTerms) presentTerms(
    _: Parsed<App['presentTerms']>,
    @Headers('accept-language') language: string | undefined,
  ): Reply<App['presentTerms']> {
    return presentTerms(languageOf(language));
  }

  @Serve(app.logout) logout(
    _: Parsed<App['logout']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['logout']>> {
    return this.commands.execute(new LogOutOfApp(caller.sessionId));
  }

  @Serve(app.me) me(_: Parsed<App['me']>, @CurrentCustomer() caller: AppCaller): Promise<Reply<App['me']>> {
    return this.own.me(caller);
  }

  @Serve(app.setLanguage) setLanguage(
    { body }: Parsed<App['setLanguage']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['setLanguage']>> {
    return this.commands.execute(new NoteOwn({ language: body.language }, caller));
  }

  @Serve(app.terms) terms(_: Parsed<App['terms']>, @CurrentCustomer() caller: AppCaller): Promise<Reply<App['terms']>> {
    return this.own.terms(caller);
  }

  @Serve(app.answerTerm) async answerTerm(
    { params, body }: Parsed<App['answerTerm']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['answerTerm']>> {
    await this.commands.execute(new AnswerTerm({ term: params.term, ...body }, caller));
    return this.own.terms(caller);
  }

  @Serve(app.messages) messages(
    { query }: Parsed<App['messages']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['messages']>> {
    return this.own.messages(caller, query);
  }

  @Serve(app.readMessage) readMessage(
    { params }: Parsed<App['readMessage']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['readMessage']>> {
    return this.commands.execute(new NoteOwn({ readMessage: params.id }, caller));
  }

  @Serve(app.setPushDevice) setPushDevice(
    { body }: Parsed<App['setPushDevice']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['setPushDevice']>> {
    return this.commands.execute(new SetPushDevice(body, caller));
  }

  @Serve(app.removePushDevice) removePushDevice(
    _: Parsed<App['removePushDevice']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['removePushDevice']>> {
    return this.commands.execute(new SetPushDevice(null, caller));
  }

  @Serve(app.withdraw) withdraw(
    _: Parsed<App['withdraw']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<App['withdraw']>> {
    return this.commands.execute(new Withdraw(caller));
  }
}
