import { chakra, Flex } from '@chakra-ui/react';
import { type FlashFile, reprogram } from '@headland/contracts/reprogram';
import { programSourceLabel } from '@headland/i18n/flash-labels';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Problem } from '../../lib/call';
import { fileSize } from '../../lib/file-size';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Pager } from '../../ui/pager';
import { Facts } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { ConfirmStatement } from './program-statement';
import { ProgramUpload } from './program-upload';

/** Step 1: the program, uploaded or from the library. The chosen one is in the URL. */
export function ProgramChoice({ fileId, onChoose }: { fileId: number | null; onChoose: (id: number | null) => void }) {
  const { t } = useI18n();
  return (
    <DetailCard
      title={t('reprogram.step.file')}
      wide={fileId === null}
      actions={fileId !== null && <Button onClick={() => onChoose(null)}>{t('reprogram.otherFile')}</Button>}
    >
      {fileId === null ? (
        <Flex direction="column" gap="4">
          <ProgramUpload onUploaded={(file) => onChoose(file.id)} />
          <Library onChoose={onChoose} />
        </Flex>
      ) : (
        <Chosen id={fileId} />
      )}
    </DetailCard>
  );
}

function Chosen({ id }: { id: number }) {
  const { t } = useI18n();
  const { data: file, error, refetch } = useQuery(query(reprogram.file, { params: { id } }));
  if (error instanceof Problem && error.code === 'NOT_FOUND')
    return <chakra.p color="ink2">{t('reprogram.fileGone')}</chakra.p>;
  if (file === undefined)
    return error ? (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={4} height={22} />
    );
  return (
    <chakra.section aria-label={t('reprogram.chosen')}>
      <ProgramWithStatement file={file} />
    </chakra.section>
  );
}

/** Before it can be used: the way to confirm its statement. */
export function ProgramWithStatement({ file }: { file: FlashFile }) {
  return (
    <>
      <ProgramFacts file={file} />
      <ConfirmStatement file={file} />
    </>
  );
}

export function ProgramFacts({ file }: { file: FlashFile }) {
  const { t, number } = useI18n();
  return (
    <Facts
      rows={[
        [t('reprogram.name'), file.name],
        [t('reprogram.target'), file.target.toUpperCase()],
        [t('reprogram.version'), file.version],
        [t('reprogram.variant'), file.variant],
        [t('reprogram.calibration'), file.calibration],
        [t('reprogram.source'), programSourceLabel(t, file)],
        [t('reprogram.format'), `.${file.format}`],
        [t('reprogram.size'), fileSize(file.bytes, number)],
        [t('reprogram.sha256'), file.sha256],
        [t('reprogram.uploadedBy'), file.uploadedBy],
        [t('reprogram.uploadedAt'), momentText(file.uploadedAt)],
      ]}
    />
  );
}

/** The program library; a click chooses a row. */
export function Library({ onChoose }: { onChoose: (id: number) => void }) {
  const { t, number } = useI18n();
  const [at, setAt] = useState({ page: 1, size: 10 });
  const { data, error, refetch } = useQuery({
    ...query(reprogram.files, { query: at }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<FlashFile>[]>(
    () => [
      { key: 'name', title: t('reprogram.name'), identity: true, cell: (f) => <b>{f.name}</b> },
      { key: 'target', title: t('reprogram.target'), cell: (f) => f.target.toUpperCase() },
      { key: 'format', title: t('reprogram.format'), cell: (f) => `.${f.format}` },
      { key: 'version', title: t('reprogram.version'), cell: (f) => <span className="num">{f.version}</span> },
      { key: 'variant', title: t('reprogram.variant'), cell: (f) => <span className="num">{f.variant}</span> },
      {
        key: 'calibration',
        title: t('reprogram.calibration'),
        cell: (f) => <span className="num">{f.calibration}</span>,
      },
      {
        key: 'source',
        title: t('reprogram.source'),
        // who said so is read at the program itself, and its name and date have to be in sight
        cell: (f) => (
          <chakra.span display="block" maxW="140px" truncate title={programSourceLabel(t, f)}>
            {programSourceLabel(t, f)}
          </chakra.span>
        ),
      },
      {
        key: 'size',
        title: t('reprogram.size'),
        align: 'right',
        cell: (f) => <span className="num">{fileSize(f.bytes, number)}</span>,
      },
      {
        key: 'sha256',
        title: t('reprogram.sha256'),
        cell: (f) => (
          <span className="num" title={f.sha256}>
            {f.sha256.slice(0, 8)}…
          </span>
        ),
      },
      { key: 'uploadedBy', title: t('reprogram.uploadedBy'), cell: (f) => f.uploadedBy },
      {
        key: 'uploadedAt',
        title: t('reprogram.uploadedAt'),
        cell: (f) => <span className="num">{momentText(f.uploadedAt)}</span>,
      },
    ],
    [t, number],
  );
  if (data === undefined)
    return error ? (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={3} height={36} />
    );
  return (
    <chakra.section aria-label={t('reprogram.library')}>
      <chakra.h3 textStyle="strong" pb="1">
        {t('reprogram.library')}
      </chakra.h3>
      {data.page.total === 0 ? (
        <EmptyState title={t('reprogram.libraryEmpty')} />
      ) : (
        <>
          <Table
            label={t('reprogram.library')}
            columns={columns}
            rows={data.rows}
            idOf={(f) => f.id}
            onOpen={(f) => onChoose(f.id)}
          />
          <Pager page={data.page} onChange={setAt} />
        </>
      )}
    </chakra.section>
  );
}
