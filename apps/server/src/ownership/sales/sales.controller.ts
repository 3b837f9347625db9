import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sales } from '@headland/contracts/sale';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { CancelSale } from './cancel-sale.command';
import { ChangeSale } from './change-sale.command';
import { findCustomers } from '../../people/customer-base/customer-choice.reads';
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

  @Serve(sales.list) list(
    { query }: Parsed<Sales['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['list']>> {
    return this.sales.list(query, caller);
  }

  @Serve(sales.template) template(
    _: Parsed<Sales['template']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['template']>> {
    return this.workbooks.template(caller);
  }

  @Serve(sales.customers) customers(
    { query }: Parsed<Sales['customers']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['customers']>> {
    return findCustomers(this.database, caller.scope, query.text);
  }

  @Serve(sales.upload) upload(
    { file }: Parsed<Sales['upload']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['upload']>> {
    return this.commands.execute(new UploadSales(file, caller));
  }

  @Serve(sales.uploadState) uploadState(
    { params }: Parsed<Sales['uploadState']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['uploadState']>> {
    return uploadOf(this.database, params.id, caller);
  }

  @Serve(sales.uploadRows) uploadRows(
    { params, query }: Parsed<Sales['uploadRows']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['uploadRows']>> {
    return uploadRows(this.database, params.id, query, caller);
  }

  @Serve(sales.uploadReport) uploadReport(
    { params }: Parsed<Sales['uploadReport']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['uploadReport']>> {
    return this.workbooks.report(params.id, caller);
  }

  @Serve(sales.uploadSave) uploadSave(
    { params }: Parsed<Sales['uploadSave']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['uploadSave']>> {
    return this.commands.execute(new SaveSaleUpload(params.id, caller));
  }

  @Serve(sales.get) get(
    { params }: Parsed<Sales['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['get']>> {
    return this.sales.get(params.id, caller.scope);
  }

  @Serve(sales.customer) customer(
    { params }: Parsed<Sales['customer']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['customer']>> {
    return this.sales.customer(params.id, caller);
  }

  @Serve(sales.change) change(
    { params, body }: Parsed<Sales['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['change']>> {
    return this.commands.execute(new ChangeSale(params.id, body, caller));
  }

  @Serve(sales.preview) preview(
    { params, query }: Parsed<Sales['preview']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['preview']>> {
    return this.sales.preview(params.id, query.soldOn, caller.scope);
  }

  @Serve(sales.cancel) cancel(
    { params, body }: Parsed<Sales['cancel']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['cancel']>> {
    return this.commands.execute(new CancelSale(params.id, body, caller));
  }

  @Serve(sales.history) history(
    { params, query }: Parsed<Sales['history']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Sales['history']>> {
    return this.sales.history(params.id, query, caller.scope);
  }
}
