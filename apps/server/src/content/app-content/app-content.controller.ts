import { Controller, Inject, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { appContent } from '@headland/contracts/app-content';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { revalidated } from '../../platform/revalidated';
import { ContentViews } from '../content-base/content-views';
import { appFaq, appFaqs, appNotice, appNotices, appPost, appPosts, type Today } from './app-content.reads';

type Content = typeof appContent;

/** Content as the app reads it. What the caller has already is answered with 304. */
@Controller()
export class AppContentController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly views: ContentViews,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serve(appContent.notices) async notices(
    { query }: Parsed<Content['notices']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['notices']>> {
    return revalidated(await appNotices(this.database, query, this.today()), request, response);
  }

  @Serve(appContent.notice) async notice(
    { params: { id } }: Parsed<Content['notice']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['notice']>> {
    const notice = await appNotice(this.database, id, this.today());
    await this.views.count('notice', id, request);
    return revalidated(notice, request, response);
  }

  @Serve(appContent.faqs) async faqs(
    { query }: Parsed<Content['faqs']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['faqs']>> {
    return revalidated(await appFaqs(this.database, query), request, response);
  }

  @Serve(appContent.faq) async faq(
    { params: { id } }: Parsed<Content['faq']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['faq']>> {
    const faq = await appFaq(this.database, id);
    await this.views.count('faq', id, request);
    return revalidated(faq, request, response);
  }

  @Serve(appContent.posts) async posts(
    { query }: Parsed<Content['posts']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['posts']>> {
    return revalidated(await appPosts(this.database, query, this.today()), request, response);
  }

  @Serve(appContent.post) async post(
    { params: { id } }: Parsed<Content['post']>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<Content['post']>> {
    const post = await appPost(this.database, id, this.today());
    await this.views.count('post', id, request);
    return revalidated(post, request, response);
  }

  private today(): Today {
    const zone = this.config.PRODUCT_TIME_ZONE;
    return { today: dayOf(this.now().getTime(), zone), zone };
  }
}
