import { Module } from '@nestjs/common';
import { CancelSaleHandler } from './cancel-sale.command';
import { ChangeSaleHandler } from './change-sale.command';
import { ForgetSaleUploads } from './forget-sale-uploads';
import { SaleChecks } from './sale-checks';
import { SaleReads } from './sale.reads';
import { SaleWorkbooks } from './sale-workbooks';
import { SalesController } from './sales.controller';
import { SalesExport } from './sales.export';
import { SaveSaleUploadHandler } from './save-sale-upload.command';
import { UploadSalesHandler } from './upload-sales.command';

@Module({
  controllers: [SalesController],
  providers: [
    SaleReads,
    SalesExport,
    SaleChecks,
    SaleWorkbooks,
    ForgetSaleUploads,
    ChangeSaleHandler,
    CancelSaleHandler,
    UploadSalesHandler,
    SaveSaleUploadHandler,
  ],
})
export class SalesModule {}
