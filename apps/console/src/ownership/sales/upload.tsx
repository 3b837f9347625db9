import { chakra } from '@chakra-ui/react';
import { type SaleUpload, sales } from '@headland/contracts/sale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '../../lib/call';
import { saveFile } from '../../lib/save-file';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Progress } from '../../ui/progress';
import { ErrorState, Skeleton } from '../../ui/states';
import { ImportFile } from '../../ui/workbook/import-file';
import {
  AnotherFile,
  type AnotherFileLook,
  ImportDone,
  ImportMiddle,
  ImportPage,
  ImportRefused,
  type ImportStep,
  ImportVerdict,
} from '../../ui/workbook/import-page';
import { TemplateButton } from '../../ui/workbook/template-button';
import { UploadRows } from './upload-rows';

const steps = ['file', 'check', 'preview', 'result'] as const;
const pollMs = 500;

/** Many sales from a workbook: choose it, have it checked, look at what is in it, save all of it or nothing. */
export function Upload({ id }: { id: number | null }) {
  return id === null ? <Begin /> : <One key={id} id={id} />;
}

export const SaleTemplate = () => <TemplateButton endpoint={sales.template} file="sales.xlsx" />;

function useGo(): (upload: number | 'new' | null) => void {
  const navigate = useNavigate();
  return (upload) =>
    void navigate({
      to: '/sale',
      search: upload === null ? {} : { upload: String(upload) },
      replace: upload !== null,
    });
}

function Begin() {
  const { t } = useI18n();
  const go = useGo();
  return (
    <Frame step="file">
      <ImportFile
        rule={sales.upload.file}
        send={async (file, signal) => go((await call(sales.upload, { file }, signal)).id)}
        tip={t('sale.tip.template')}
        template={<SaleTemplate />}
      />
    </Frame>
  );
}

function One({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    ...query(sales.uploadState, { params: { id } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'checking' ? pollMs : false),
    // the check continues when the page is left
    refetchIntervalInBackground: true,
  });
  if (!data) {
    // somebody else's, or forgotten after a day
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <Begin />;
    return (
      <Frame step="check">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} height={64} />}
      </Frame>
    );
  }
  switch (data.state) {
    case 'checking':
      return (
        <Frame step="check" name={data.fileName}>
          <Checking upload={data} />
        </Frame>
      );
    case 'refused':
      return (
        <Frame step="check" name={data.fileName}>
          <Refused upload={data} />
        </Frame>
      );
    case 'saved':
      return (
        <Frame step="result" name={data.fileName}>
          <Result upload={data} />
        </Frame>
      );
    default:
      return data.sameAs ? (
        <Frame step="result" name={data.fileName}>
          <Same upload={data} />
        </Frame>
      ) : (
        <Frame step="preview" name={data.fileName}>
          <Preview upload={data} />
        </Frame>
      );
  }
}

function Frame({ step, name, children }: { step: ImportStep; name?: string; children: ReactNode }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <ImportPage
      {...{ steps, step, name }}
      title={t('sale.upload')}
      back={{ label: t('sale.toList'), onClick: () => go(null) }}
    >
      {children}
    </ImportPage>
  );
}

function Checking({ upload: { checked, total } }: { upload: SaleUpload }) {
  const { t, number } = useI18n();
  const share = total === null || total === 0 ? null : Math.floor((checked / total) * 100);
  return (
    <ImportMiddle>
      <chakra.p textStyle="strong">{t(total === null ? 'sale.reading' : 'sale.checking')}</chakra.p>
      <Progress label={t('sale.checking')} value={share} most={100} width="min(420px, 100%)" />
      <chakra.p textStyle="dense" color="ink2" className="num">
        {total === null
          ? t('sale.readingText')
          : t('sale.checkedOf', { checked: number(checked), total: number(total) })}
      </chakra.p>
      <chakra.p textStyle="small" color="ink3" maxW="46ch">
        {t('sale.checkGoesOn')}
      </chakra.p>
    </ImportMiddle>
  );
}

function Refused({ upload: { problem: p } }: { upload: SaleUpload }) {
  return (
    <ImportRefused problem={new Problem(p?.code ?? 'INTERNAL', p?.values ?? {}, {}, p?.reference ?? null)}>
      <Another primary />
    </ImportRefused>
  );
}

/** To the first step, with another file. */
function Another(look: AnotherFileLook) {
  const go = useGo();
  return <AnotherFile {...look} onClick={() => go('new')} />;
}

function Preview({ upload }: { upload: SaleUpload }) {
  const { t, number } = useI18n();
  const invalidate = useInvalidate(sales.list);
  const save = useAction(sales.uploadSave, { done: invalidate });
  const report = useAction(sales.uploadReport, {
    done: (file) => saveFile(file, 'sales.xlsx', sales.uploadReport.stream),
  });
  const { id, state, total, rowsOk, rowsInError, errors, newCustomers } = upload;
  const good = state === 'ok';
  const counts = [
    t('sale.counted', { total: number(total), ok: number(rowsOk), bad: number(rowsInError) }),
    ...(newCustomers > 0 ? [t('sale.newCustomers', { n: newCustomers })] : []),
  ];
  return (
    <>
      <ImportVerdict
        good={good}
        title={
          good ? t('workbook.allGood', { n: total ?? 0 }) : t('workbook.someBad', { rows: rowsInError, cells: errors })
        }
        counts={counts.join(' · ')}
      >
        {good ? (
          <>
            <Another />
            <Button
              kind="primary"
              icon={<Save size={15} />}
              busy={save.busy}
              onClick={() => save.run({ params: { id } })}
            >
              {t('sale.saveAll', { n: total ?? 0 })}
            </Button>
          </>
        ) : (
          <>
            <Button busy={report.busy} onClick={() => report.run({ params: { id } })}>
              {t('workbook.getReport')}
            </Button>
            <Another primary label="workbook.correctedFile" />
          </>
        )}
      </ImportVerdict>
      <UploadRows key={state} upload={upload} />
    </>
  );
}

function Result({ upload: { total, newCustomers } }: { upload: SaleUpload }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <ImportDone
      title={t('sale.saved', { n: total ?? 0 })}
      text={t(newCustomers > 0 ? 'sale.savedCustomers' : 'sale.savedText', { n: newCustomers })}
    >
      <Another label="workbook.moreFiles" />
      <Button kind="primary" onClick={() => go(null)}>
        {t('sale.toList')}
      </Button>
    </ImportDone>
  );
}

function Same({ upload: { sameAs } }: { upload: SaleUpload }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <ImportDone
      title={t('sale.same')}
      text={t('sale.sameText', { at: momentText(sameAs?.at ?? ''), by: sameAs?.by ?? '' })}
    >
      <Another />
      <Button kind="primary" onClick={() => go(null)}>
        {t('sale.toList')}
      </Button>
    </ImportDone>
  );
}
