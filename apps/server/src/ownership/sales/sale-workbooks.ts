import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { CellValue } from 'hucre/xlsx';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import { saleColumns, type SaleColumn } from '@headland/contracts/sale';
import { maxWorkbookRows } from '@headland/contracts/workbook';
import { saleSheet } from '@headland/domain/sale';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { orProblem } from '../../platform/workbook/refusal';
import { writeTemplate } from '../../platform/workbook/template';
import { marksOf, reportName } from '../../platform/workbook/texts';
import { WorkbookFiles } from '../../platform/workbook/workbook-files';
import { saleTable, saleTitles } from './sale-table';
import { checkedUpload } from './sale-upload.reads';

/** The workbooks that members get: the one to fill in, and their own with what is wrong with it. */
@Injectable()
export class SaleWorkbooks {
  private readonly templates = new Map<Language, Promise<Uint8Array>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: FileStore,
    private readonly files: WorkbookFiles,
  ) {}

  async template({ language }: Pick<Caller, 'language'>): Promise<Streamed> {
    const bytes = this.templates.get(language) ?? template(language);
    this.templates.set(language, bytes);
    return { name: `${formatMessage(language, 'sale.template.file')}.xlsx`, bytes: await bytes };
  }

  /** The same workbook with the bad cells filled and commented in the member's language; an .xls comes back as .xlsx with the same rows. */
  async report(id: number, caller: Caller): Promise<Streamed> {
    const upload = await checkedUpload(this.database, id, caller);
    const { state, format, rows, errors, file_id: fileId, file_name: fileName } = upload;
    if ((state !== 'ok' && state !== 'errors') || rows === null || fileId === null)
      throw new Problem('IMPORT_NOT_READY');
    const titles = saleTitles(caller.language);
    const bytes = await orProblem(
      this.files.mark({
        ...{ format, rows, titles, table: saleTable, bytes: () => this.store.read(fileId) },
        name: formatMessage(caller.language, 'sale.template.sheet'),
        marks: marksOf(errors ?? [], titles, caller),
      }),
    );
    return { name: reportName(fileName, formatMessage(caller.language, 'sale.report.file')), bytes };
  }
}

const widths: Record<SaleColumn, number> = {
  vin: 22,
  soldOn: 13,
  dealer: 16,
  customer: 16,
  birthOn: 13,
  phone: 18,
  memo: 40,
};

function template(language: Language): Promise<Uint8Array> {
  const t = (key: Parameters<typeof formatMessage>[1], values = {}): string => formatMessage(language, key, values);
  const titles = saleTitles(language);
  const sheet = t('sale.template.sheet');
  const sample: Record<SaleColumn, CellValue> = {
    vin: 'HDLT6A11NSK001001',
    soldOn: new Date(Date.UTC(2026, 2, 2)),
    dealer: 'ND77',
    customer: t('sale.template.sampleCustomer'),
    birthOn: new Date(Date.UTC(1970, 4, 15)),
    phone: '010-1234-5678',
    memo: t('sale.template.sampleMemo'),
  };
  const { required, days }: { required: readonly SaleColumn[]; days: readonly SaleColumn[] } = saleSheet;
  return writeTemplate(
    language,
    sheet,
    saleColumns.map((c) => ({
      title: titles[c],
      required: required.includes(c),
      width: widths[c],
      format: days.includes(c) ? 'yyyy-mm-dd' : '@',
      rule: t(`sale.template.rule.${c}`),
      sample: sample[c],
    })),
    [t('sale.template.rows', { sheet, limit: maxWorkbookRows.toLocaleString('en') }), t('workbook.template.values')],
  );
}
