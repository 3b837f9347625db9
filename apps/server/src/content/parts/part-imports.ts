import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { CellValue } from 'hucre/xlsx';
import type { DataSource } from 'typeorm';
import type { ReceivedFile, Streamed } from '@headland/contracts/endpoint';
import { type PartColumn, partColumns, type PartImport, shownImportRows } from '@headland/contracts/part';
import { maxWorkbookRows } from '@headland/contracts/workbook';
import { partNeeds } from '@headland/domain/part-import';
import { formatMessage } from '@headland/i18n/format-message';
import type { Language } from '@headland/i18n/messages';
import { type Caller, memberId } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { FileStore, type StoredFile } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import type { ReadFile } from '../../platform/workbook/job';
import { orProblem } from '../../platform/workbook/refusal';
import { writeTemplate } from '../../platform/workbook/template';
import { marksOf, namingColumns, reportName } from '../../platform/workbook/texts';
import { WorkbookFiles } from '../../platform/workbook/workbook-files';
import { checkParts, type PartWrite } from './part-import.reads';
import { partTable, partTitles } from './part-table';

/**
 * Workbooks of parts, checked. Only the file is kept, as one that no record references: it is swept after a day. Whatever
 * is asked of it later reads and checks it again.
 */
@Injectable()
export class PartImports {
  private readonly templates = new Map<Language, Promise<Uint8Array>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: FileStore,
    private readonly files: WorkbookFiles,
  ) {}

  async upload({ name, bytes }: ReceivedFile, caller: Caller): Promise<PartImport> {
    const read = await this.rowsOf(() => Promise.resolve(bytes), caller);
    const type = 'application/octet-stream';
    const id = await this.store.put({ kind: 'upload', name, type, createdBy: memberId(caller) }, bytes);
    return this.checked({ id, name }, read, caller);
  }

  async get(id: string, caller: Caller): Promise<PartImport> {
    const { file, read } = await this.open(id, caller);
    return this.checked(file, read, caller);
  }

  /** The same workbook with the bad cells filled and commented in the member's language; an .xls comes back as .xlsx with the same rows. */
  async report(id: string, caller: Caller): Promise<Streamed> {
    const { file, read } = await this.open(id, caller);
    const { errors } = await checkParts(this.database.manager, read, this.by(caller));
    const titles = partTitles(caller.language);
    const bytes = await orProblem(
      this.files.mark({
        ...{ format: read.format, rows: read.rows, titles, table: partTable, bytes: () => this.store.read(id) },
        name: formatMessage(caller.language, 'part.template.sheet'),
        marks: marksOf(errors, titles, caller),
      }),
    );
    return { name: reportName(file.name, formatMessage(caller.language, 'part.report.file')), bytes };
  }

  async template({ language }: Pick<Caller, 'language'>): Promise<Streamed> {
    const bytes = this.templates.get(language) ?? template(language, this.config.SHOP_HOST);
    this.templates.set(language, bytes);
    return { name: `${formatMessage(language, 'part.template.file')}.xlsx`, bytes: await bytes };
  }

  /** An own file and its rows; NOT_FOUND for one of somebody else, as for one that is not there. */
  async open(id: string, caller: Caller): Promise<{ file: StoredFile; read: ReadFile<PartColumn> }> {
    const file = await this.store.find(id, 'upload');
    if (file.createdBy !== memberId(caller)) throw new Problem('NOT_FOUND');
    return { file, read: await this.rowsOf(() => this.store.read(id), caller) };
  }

  private async rowsOf(bytes: () => Promise<Uint8Array>, caller: Caller): Promise<ReadFile<PartColumn>> {
    try {
      return await orProblem(this.files.read(partTable, bytes));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, values, fields, options } = error;
      throw new Problem(code, namingColumns(values, partTitles(caller.language)), fields, options);
    }
  }

  private async checked(
    { id, name }: Pick<StoredFile, 'id' | 'name'>,
    read: ReadFile<PartColumn>,
    caller: Caller,
  ): Promise<PartImport> {
    const { writes, errors, digest } = await checkParts(this.database.manager, read, this.by(caller));
    return {
      ...{ id, fileName: name, total: read.rows.length, digest, ...countsOf(writes) },
      rowsInError: new Set(errors.map((e) => e.row)).size,
      cellsInError: errors.length,
      errors: errors.slice(0, shownImportRows),
      writes: writes
        .filter((w) => w.changes.length > 0)
        .slice(0, shownImportRows)
        .map(({ row, before, after: { code, nameKo, nameEn }, changes }) => {
          return { row, code, nameKo, nameEn, isNew: before === null, changes };
        }),
    };
  }

  private by(caller: Caller) {
    return { caller, now: this.now(), config: this.config };
  }
}

function countsOf(writes: readonly PartWrite[]): Pick<PartImport, 'created' | 'changed' | 'unchanged'> {
  const created = writes.filter((w) => w.before === null).length;
  const unchanged = writes.filter((w) => w.changes.length === 0).length;
  return { created, changed: writes.length - created - unchanged, unchanged };
}

const widths: Record<PartColumn, number> = {
  ...{ category: 18, code: 14, nameKo: 26, nameEn: 26, price: 14 },
  ...{ description: 40, url: 40, models: 26, item: 22 },
};

function template(language: Language, host: string): Promise<Uint8Array> {
  const t = (key: Parameters<typeof formatMessage>[1], values = {}): string => formatMessage(language, key, values);
  const titles = partTitles(language);
  const sheet = t('part.template.sheet');
  const sample: Record<PartColumn, CellValue> = {
    ...{ category: t('part.template.sampleCategory'), code: 'HF1234', nameKo: '오일 필터', nameEn: 'Oil filter' },
    ...{ price: 18_000, description: t('part.template.sampleDescription'), url: `${host}/parts/HF1234` },
    ...{ models: 'HL 4-58, HL 6-110', item: t('part.template.sampleItem') },
  };
  return writeTemplate(
    language,
    sheet,
    partColumns.map((c) => ({
      title: titles[c],
      required: partNeeds.includes(c),
      width: widths[c],
      format: c === 'price' ? '0' : '@',
      rule: t(`part.template.rule.${c}`, { host }),
      sample: sample[c],
    })),
    [
      t('part.template.rows', { sheet, limit: maxWorkbookRows.toLocaleString('en') }),
      t('part.template.known'),
      t('part.template.fresh'),
      t('workbook.template.values'),
    ],
  );
}
