import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sales } from '@headland/contracts/sale';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { CancelSale } from './cancel-sale.command';
import { ChangeSale } from './change-sale.command';
import { findCustomers } from './customer-choice.reads';
import { SaleReads } from './sale.reads';
import { uploadOf, uploadRows } from './sale-upload.reads';
import { SaleWorkbooks } from './sale-workbooks';
import { SaveSaleUpload } from './save-sale-upload.command';
import { UploadSales } from './upload-sales.command';

type Sales = typeof sales;

@Controller()
export class SalesController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sales: SaleReads,
    private readonly workbooks: SaleWorkbooks,
    private readonly commands: CommandBus,
  ) {}

  @Serve(sales.list) list({ query }: Parsed<Sales['list']>, @Who() who: Caller): Promise<Reply<Sales['list']>> {
    return this.sales.list(query, who);
  }

  @Serve(sales.template) template(_: Parsed<Sales['template']>, @Who() who: Caller): Promise<Reply<Sales['template']>> {
    return this.workbooks.template(who);
  }

  @Serve(sales.customers) customers({ query }: Parsed<Sales['customers']>, @Who() who: Caller): Promise<Reply<Sales['customers']>> {
    return findCustomers(this.database, who.scope, query.text);
  }

  @Serve(sales.upload) upload({ file }: Parsed<Sales['upload']>, @Who() who: Caller): Promise<Reply<Sales['upload']>> {
    return this.commands.execute(new UploadSales(file, who));
  }

  @Serve(sales.uploadState) uploadState({ params }: Parsed<Sales['uploadState']>, @Who() who: Caller): Promise<Reply<Sales['uploadState']>> {
    return uploadOf(this.database, params.id, who);
  }

  @Serve(sales.uploadRows) uploadRows({ params, query }: Parsed<Sales['uploadRows']>, @Who() who: Caller): Promise<Reply<Sales['uploadRows']>> {
    return uploadRows(this.database, params.id, query, who);
  }

  @Serve(sales.uploadReport) uploadReport({ params }: Parsed<Sales['uploadReport']>, @Who() who: Caller): Promise<Reply<Sales['uploadReport']>> {
    return this.workbooks.report(params.id, who);
  }

  @Serve(sales.uploadSave) uploadSave({ params }: Parsed<Sales['uploadSave']>, @Who() who: Caller): Promise<Reply<Sales['uploadSave']>> {
    return this.commands.execute(new SaveSaleUpload(params.id, who));
  }

  @Serve(sales.get) get({ params }: Parsed<Sales['get']>, @Who() who: Caller): Promise<Reply<Sales['get']>> {
    return this.sales.get(params.id, who.scope);
  }

  @Serve(sales.customer) customer({ params }: Parsed<Sales['customer']>, @Who() who: Caller): Promise<Reply<Sales['customer']>> {
    return this.sales.customer(params.id, who);
  }

  @Serve(sales.change) change({ params, body }: Parsed<Sales['change']>, @Who() who: Caller): Promise<Reply<Sales['change']>> {
    return this.commands.execute(new ChangeSale(params.id, body, who));
  }

  @Serve(sales.preview) preview({ params, query }: Parsed<Sales['preview']>, @Who() who: Caller): Promise<Reply<Sales['preview']>> {
    return this.sales.preview(params.id, query.soldOn, who.scope);
  }

  @Serve(sales.cancel) cancel({ params, body }: Parsed<Sales['cancel']>, @Who() who: Caller): Promise<Reply<Sales['cancel']>> {
    return this.commands.execute(new CancelSale(params.id, body, who));
  }

  @Serve(sales.history) history({ params, query }: Parsed<Sales['history']>, @Who() who: Caller): Promise<Reply<Sales['history']>> {
    return this.sales.history(params.id, query, who.scope);
  }
}
