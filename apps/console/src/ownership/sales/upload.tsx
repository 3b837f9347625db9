import { chakra, Flex } from '@chakra-ui/react';
import { type SaleUpload, sales } from '@headland/contracts/sale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Check, FileUp, Save } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Problem } from '../../lib/call';
import { saveFile } from '../../lib/save-file';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Button, IconButton } from '../../ui/button';
import { Page } from '../../ui/panel';
import { Progress } from '../../ui/progress';
import { StateMark } from '../../ui/state-mark';
import { ErrorState, Skeleton } from '../../ui/states';
import { UploadFile } from './upload-file';
import { UploadRows } from './upload-rows';

const steps = ['file', 'check', 'preview', 'result'] as const;
type Step = (typeof steps)[number];
const pollMs = 500;

/** Many sales from a workbook: choose it, have it checked, look at what is in it, save all of it or nothing. */
export function Upload({ id }: { id: number | null }) {
  return id === null ? <Begin /> : <One key={id} id={id} />;
}

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
  const go = useGo();
  return (
    <Frame step="file">
      <UploadFile onUploaded={({ id }) => go(id)} />
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

/** Where one is of the four steps, and the way back to the list. */
function Frame({ step, name, children }: { step: Step; name?: string; children: ReactNode }) {
  const { t } = useI18n();
  const go = useGo();
  const now = steps.indexOf(step);
  return (
    <Page
      head={
        <Flex
          as="header"
          px="4"
          py="3"
          minH="14"
          gap="3"
          align="center"
          wrap="wrap"
          flexShrink={0}
          borderBottom="1px solid"
          borderColor="line"
        >
          <IconButton label={t('sale.toList')} icon={<ArrowLeft size={18} />} onClick={() => go(null)} ml="-2" />
          <chakra.div minW="0">
            <chakra.h1 textStyle="title">{t('sale.upload')}</chakra.h1>
            {name !== undefined && (
              <chakra.p textStyle="small" color="ink3" overflowWrap="anywhere">
                {name}
              </chakra.p>
            )}
          </chakra.div>
          <chakra.span flex="1" />
          <chakra.ol
            aria-label={t('sale.steps')}
            display="flex"
            gap={{ base: '2', md: '4' }}
            listStyleType="none"
            p="0"
            flexWrap="wrap"
            textStyle="dense"
          >
            {steps.map((s, i) => (
              <chakra.li
                key={s}
                aria-current={i === now ? 'step' : undefined}
                display="inline-flex"
                alignItems="center"
                gap="1.5"
                color={i === now ? 'ink' : 'ink3'}
                fontWeight={i === now ? 600 : 400}
              >
                <chakra.span
                  display="inline-grid"
                  placeItems="center"
                  w="5"
                  h="5"
                  borderRadius="10px"
                  textStyle="micro"
                  className="num"
                  border="1px solid"
                  borderColor={i === now ? 'accent' : 'lineStrong'}
                  bg={i === now ? 'accent' : 'transparent'}
                  color={i === now ? 'onAccent' : 'inherit'}
                >
                  {i < now ? <Check size={12} aria-hidden /> : i + 1}
                </chakra.span>
                {t(`sale.step.${s}`)}
              </chakra.li>
            ))}
          </chakra.ol>
        </Flex>
      }
    >
      {children}
    </Page>
  );
}

const Middle = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" align="center" justify="center" textAlign="center" gap="3" flex="1" p="6">
    {children}
  </Flex>
);

function Checking({ upload: { checked, total } }: { upload: SaleUpload }) {
  const { t, number } = useI18n();
  const share = total === null || total === 0 ? null : Math.floor((checked / total) * 100);
  return (
    <Middle>
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
    </Middle>
  );
}

function Refused({ upload: { problem: p } }: { upload: SaleUpload }) {
  const { t, problem } = useI18n();
  return (
    <Middle>
      <Flex role="alert" direction="column" align="center" gap="2">
        <Flex align="center" gap="2" color="now.ink" textStyle="strong">
          <StateMark state="now" />
          {t('sale.refused')}
        </Flex>
        <chakra.p textStyle="body" color="ink2" maxW="52ch">
          {problem(new Problem(p?.code ?? 'INTERNAL', p?.values ?? {}))}
        </chakra.p>
      </Flex>
      <Another primary />
    </Middle>
  );
}

/** To the first step, with another file. */
function Another({
  primary = false,
  label = 'sale.anotherFile',
}: {
  primary?: boolean;
  label?: 'sale.anotherFile' | 'sale.correctedFile' | 'sale.moreFiles';
}) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <Button kind={primary ? 'primary' : 'plain'} icon={<FileUp size={15} />} onClick={() => go('new')}>
      {t(label)}
    </Button>
  );
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
  return (
    <>
      <Flex
        role="status"
        align="center"
        gap="3"
        px="4"
        py="2.5"
        wrap="wrap"
        flexShrink={0}
        bg={good ? 'surface' : 'now.soft'}
        borderBottom="1px solid"
        borderColor={good ? 'line' : 'now.line'}
      >
        <Flex align="center" gap="2" textStyle="strong" color={good ? 'ink' : 'now.ink'}>
          <StateMark state={good ? 'normal' : 'now'} />
          {good ? t('sale.allGood', { n: total ?? 0 }) : t('sale.someBad', { rows: rowsInError, cells: errors })}
        </Flex>
        <chakra.span textStyle="dense" color="ink2" className="num">
          {t('sale.counted', { total: number(total), ok: number(rowsOk), bad: number(rowsInError) })}
          {newCustomers > 0 && ` · ${t('sale.newCustomers', { n: newCustomers })}`}
        </chakra.span>
        <chakra.span flex="1" />
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
              {t('sale.getReport')}
            </Button>
            <Another primary label="sale.correctedFile" />
          </>
        )}
      </Flex>
      {!good && (
        <chakra.p px="4" py="2" textStyle="dense" color="ink2" flexShrink={0}>
          {t('sale.allOrNothing')}
        </chakra.p>
      )}
      <UploadRows key={state} upload={upload} />
    </>
  );
}

function Done({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <Middle>
      <Flex align="center" gap="2">
        <StateMark state="normal" />
        <chakra.h2 ref={head} tabIndex={-1} textStyle="title" outline="0">
          {title}
        </chakra.h2>
      </Flex>
      <chakra.p textStyle="body" color="ink2" maxW="52ch">
        {text}
      </chakra.p>
      <Flex gap="2" wrap="wrap" justify="center">
        {children}
      </Flex>
    </Middle>
  );
}

function Result({ upload: { total, newCustomers } }: { upload: SaleUpload }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <Done
      title={t('sale.saved', { n: total ?? 0 })}
      text={t(newCustomers > 0 ? 'sale.savedCustomers' : 'sale.savedText', { n: newCustomers })}
    >
      <Another label="sale.moreFiles" />
      <Button kind="primary" onClick={() => go(null)}>
        {t('sale.toList')}
      </Button>
    </Done>
  );
}

function Same({ upload: { sameAs } }: { upload: SaleUpload }) {
  const { t } = useI18n();
  const go = useGo();
  return (
    <Done title={t('sale.same')} text={t('sale.sameText', { at: momentText(sameAs?.at ?? ''), by: sameAs?.by ?? '' })}>
      <Another />
      <Button kind="primary" onClick={() => go(null)}>
        {t('sale.toList')}
      </Button>
    </Done>
  );
}
