import { chakra } from '@chakra-ui/react';
import {
  type PartCellError,
  partColumns,
  type PartImport,
  type PartImportResult,
  parts,
} from '@headland/contracts/part';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { saveFile } from '../../lib/save-file';
import { call, query } from '../../lib/session/session';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/button';
import { LeaveGuard } from '../../ui/leave-guard';
import { FieldChanges } from '../../ui/record-history';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { useAction } from '../../ui/use-action';
import { BadCell, cellErrorText } from '../../ui/workbook/bad-cell';
import { ImportFile } from '../../ui/workbook/import-file';
import {
  AnotherFile,
  type AnotherFileLook,
  ImportDone,
  ImportPage,
  ImportRefused,
  type ImportStep,
  ImportVerdict,
} from '../../ui/workbook/import-page';
import { TemplateButton } from '../../ui/workbook/template-button';
import { shopHistory } from '../shop-base/shop-history';
import { useShopName } from '../shop-base/use-shop-name';

const steps = ['file', 'preview', 'result'] as const;

/** Many parts from a workbook: choose it, look at what it would write, save all of it or nothing. `id` null: no file yet. */
export function PartImportPage({ id }: { id: string | null }) {
  return id === null ? <Begin /> : <One key={id} id={id} />;
}

/** To a file, the first step, or the list: after a button that says so, without a question. */
function useGo(): (upload: string | null) => void {
  const navigate = useNavigate();
  return (upload) =>
    void navigate({
      to: '/partDisplay',
      search: upload === null ? {} : { upload },
      replace: upload !== null,
      ignoreBlocker: upload !== null,
    });
}

function Frame({ step, name, children }: { step: ImportStep; name?: string; children: ReactNode }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <ImportPage
      {...{ steps, step, name }}
      title={t('part.import')}
      back={{ label: t('part.toList'), onClick: () => go(null) }}
    >
      {children}
    </ImportPage>
  );
}

function Begin() {
  const { t } = useI18n();
  const go = useGo();
  const cache = useQueryClient();
  const send = async (file: File, signal: AbortSignal): Promise<void> => {
    const checked = await call(parts.upload, { file }, signal);
    cache.setQueryData(query(parts.uploaded, { params: { id: checked.id } }).queryKey, checked);
    go(checked.id);
  };
  return (
    <Frame step="file">
      <ImportFile
        rule={parts.upload.file}
        send={send}
        tip={t('part.importTip')}
        template={<TemplateButton endpoint={parts.template} file="parts.xlsx" />}
      />
    </Frame>
  );
}

function One({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...query(parts.uploaded, { params: { id } }),
    // each answer is a check of the whole file: only a save that is refused needs another
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [saved, setSaved] = useState<PartImportResult | null>(null);
  if (data)
    return (
      <Frame step={saved ? 'result' : 'preview'} name={data.fileName}>
        {saved ? <Result saved={saved} /> : <Preview checked={data} onSaved={setSaved} />}
      </Frame>
    );
  // another member's, or swept after a day
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <Begin />;
  return (
    <Frame step="preview">
      {error instanceof Problem && error.status === 422 ? (
        <ImportRefused problem={error}>
          <Another primary />
        </ImportRefused>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} height={64} />
      )}
    </Frame>
  );
}

function Another(look: AnotherFileLook) {
  const go = useGo();
  return <AnotherFile {...look} onClick={() => go('new')} />;
}

function Preview({ checked, onSaved }: { checked: PartImport; onSaved: (saved: PartImportResult) => void }) {
  const { t } = useI18n();
  const save = useAction(parts.save, { done: onSaved });
  const report = useAction(parts.report, { done: (file) => saveFile(file, 'parts.xlsx', parts.report.stream) });
  const { id, digest, total, rowsInError, cellsInError, created, changed, unchanged } = checked;
  const input = { params: { id } };
  const good = cellsInError === 0;
  const writes = created + changed;
  return (
    <>
      <LeaveGuard form={{ dirty: good && writes > 0, reset: () => undefined }} within={['upload']} />
      <ImportVerdict
        good={good}
        title={
          !good
            ? t('workbook.someBad', { rows: rowsInError, cells: cellsInError })
            : writes > 0
              ? t('workbook.allGood', { n: total })
              : t('part.importNothing')
        }
        counts={t('part.importCounts', { total, created, changed, unchanged })}
      >
        {!good && (
          <Button busy={report.busy} onClick={() => report.run(input)}>
            {t('workbook.getReport')}
          </Button>
        )}
        <Another primary={!good || writes === 0} label={good ? 'workbook.anotherFile' : 'workbook.correctedFile'} />
        {good && writes > 0 && (
          <Button
            kind="primary"
            icon={<Save size={15} />}
            busy={save.busy}
            onClick={() => save.run({ ...input, body: { digest } })}
          >
            {t('part.importSave', { n: writes })}
          </Button>
        )}
      </ImportVerdict>
      {good ? <Writes checked={checked} /> : <Errors checked={checked} />}
    </>
  );
}

type Written = PartImport['writes'][number];

/** What a save writes: new parts, and each field that changes. */
function Writes({ checked: { writes, created, changed } }: { checked: PartImport }) {
  const { t } = useI18n();
  const nameOf = useShopName();
  const phone = !useMedia('(min-width: 768px)');
  const columns = useMemo((): Column<Written>[] => {
    const state = (w: Written): string => t(w.isNew ? 'part.importNew' : 'part.importChanged');
    const changes = (w: Written) =>
      w.isNew ? (
        '–'
      ) : (
        <chakra.div css={threeLines}>
          <FieldChanges step={{ name: 'record.changed', changes: w.changes }} kind="part" own={shopHistory} />
        </chakra.div>
      );
    const row: Column<Written> = rowColumn(t('workbook.row'));
    if (phone)
      return [
        row,
        {
          key: 'code',
          title: t('part.field.code'),
          cell: (w) => (
            <Narrow head={<span className="num">{w.code}</span>}>
              {state(w)} · {nameOf(w)}
              {!w.isNew && changes(w)}
            </Narrow>
          ),
        },
      ];
    return [
      row,
      { key: 'state', title: t('part.importState'), width: '110px', cell: state },
      {
        key: 'code',
        title: t('part.field.code'),
        width: '130px',
        identity: true,
        cell: (w) => <span className="num">{w.code}</span>,
      },
      { key: 'name', title: t('part.name'), cell: nameOf },
      { key: 'changes', title: t('history.change'), width: '420px', cell: changes },
    ];
  }, [t, nameOf, phone]);
  if (writes.length === 0) return <EmptyState title={t('part.importNothing')} text={t('part.importNothingText')} />;
  return (
    <>
      <FirstOf shown={writes.length} all={created + changed} />
      <Table label={t('workbook.step.preview')} columns={columns} rows={writes} idOf={(w) => w.row} unnumbered />
    </>
  );
}

function Errors({ checked: { errors, cellsInError } }: { checked: PartImport }) {
  const { t } = useI18n();
  const phone = !useMedia('(min-width: 768px)');
  const columns = useMemo((): Column<PartCellError>[] => {
    const column = (e: PartCellError): string => t(`part.field.${e.column}`);
    const wrong = (e: PartCellError): string => cellErrorText(t, e, column(e));
    const row: Column<PartCellError> = rowColumn(t('workbook.row'));
    if (phone)
      return [
        row,
        {
          key: 'column',
          title: t('workbook.whatIsWrong'),
          cell: (e) => (
            <Narrow head={<BadCell value={e.value} />}>
              {column(e)}: {wrong(e)}
            </Narrow>
          ),
        },
      ];
    return [
      row,
      { key: 'column', title: t('workbook.template.column'), width: '150px', cell: column },
      {
        key: 'value',
        title: t('workbook.cellValue'),
        width: '300px',
        cell: (e) => <BadCell value={e.value} title={e.value} />,
      },
      { key: 'error', title: t('workbook.whatIsWrong'), cell: wrong },
    ];
  }, [t, phone]);
  return (
    <>
      <FirstOf shown={errors.length} all={cellsInError} />
      <Table
        label={t('workbook.step.preview')}
        columns={columns}
        rows={errors}
        idOf={(e) => e.row * partColumns.length + partColumns.indexOf(e.column)}
        unnumbered
      />
    </>
  );
}

/** A description may have 1,500 characters. */
const threeLines = {
  '& li': { display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
} as const;

const rowColumn = <R extends { row: number }>(title: string): Column<R> => ({
  key: 'row',
  title,
  align: 'right',
  width: '64px',
  cell: (r) => <span className="num">{r.row}</span>,
});

const Narrow = ({ head, children }: { head: ReactNode; children: ReactNode }) => (
  <chakra.span display="block" py="1.5" lineHeight="19px" whiteSpace="normal" overflowWrap="anywhere">
    {head}
    <chakra.small display="block" color="ink2">
      {children}
    </chakra.small>
  </chakra.span>
);

/** Of many only the first are listed. */
function FirstOf({ shown, all }: { shown: number; all: number }) {
  const { t } = useI18n();
  if (shown >= all) return null;
  return (
    <chakra.p px="4" py="2" textStyle="small" color="ink3" flexShrink={0}>
      {t('workbook.firstOf', { shown, all })}
    </chakra.p>
  );
}

function Result({ saved: { created, changed, unchanged } }: { saved: PartImportResult }) {
  const { t } = useI18n();
  const go = useGo();
  const counts = t('part.importCounts', { total: created + changed + unchanged, created, changed, unchanged });
  return (
    <ImportDone
      title={t('part.importSaved', { n: created + changed })}
      text={created > 0 ? `${counts}. ${t('part.importHidden')}` : counts}
    >
      <Another label="workbook.moreFiles" />
      <Button kind="primary" onClick={() => go(null)}>
        {t('part.toList')}
      </Button>
    </ImportDone>
  );
}
