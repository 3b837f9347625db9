import { chakra, Flex } from '@chakra-ui/react';
import { type ExportFormat, type ExportList, exports, type ListExport } from '@headland/contracts/export';
import { t100 } from '@headland/contracts/fields';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { useDownloadExport } from './download-export';
import { useI18n } from '../lib/i18n';
import { useAction } from './use-action';
import { useUnits } from '../lib/session/member';
import { query } from '../lib/session/session';
import { Button, IconButton } from './button';
import { Dialog } from './dialog';
import { TextField } from './field';
import { Menu, MenuItem } from './menu';
import { toast } from './toast';
import { useForm } from './use-form';

interface Props {
  list: ExportList;
  /** the query of the list's endpoint of the page; page and size are ignored */
  filter: Record<string, unknown>;
  /** the shown columns in their order, by the names of the workbook; none: all */
  columns?: readonly string[];
  /** how many rows there are; an empty list has no file. None: there is always something */
  total?: number;
  /** requires a purpose first, which is recorded */
  askPurpose?: boolean;
  /** in a narrow row: the word is heard, not seen */
  brief?: boolean;
  /** further items of the menu */
  more?: ReactNode;
}
const pollMs = 2_000;

/**
 * The list as a workbook, by the menu beside it as PDF: saved at once, or written by a job, found again in the notification
 * centre, while the button counts the rows.
 */
export function ExportButton({ list, filter, columns = [], total, askPurpose = false, brief = false, more }: Props) {
  const { t, number } = useI18n();
  const units = useUnits();
  const [waitingFor, setWaitingFor] = useState<number | null>(null);
  const [asking, setAsking] = useState<ExportFormat | null>(null);
  const take = useDownloadExport();
  const create = useAction(exports.create, {
    done: (made) => {
      if (made.state === 'ready') take.run(made.id);
      else if (made.state === 'failed') toast(t('export.failed'), 'now');
      else {
        toast(t('export.queued'));
        setWaitingFor(made.id);
      }
    },
  });
  const progress = useProgress(waitingFor, () => setWaitingFor(null));
  if (total === 0) return null;
  const busy = create.busy || take.busy || waitingFor !== null;
  const done = progress && progress.total > 0 ? Math.floor((progress.written / progress.total) * 100) : null;
  const run = (format: ExportFormat, purpose?: string): void =>
    create.run({
      body: {
        ...{ list, filter: queryOf(filter), columns: [...columns], units },
        ...(format === 'xlsx' ? {} : { format }),
        ...(purpose === undefined ? {} : { purpose }),
      },
    });
  const start = (format: ExportFormat): void => (askPurpose ? setAsking(format) : run(format));
  return (
    <>
      <Flex flexShrink={0}>
        <Button
          icon={<Download size={15} />}
          busy={busy}
          borderEndRadius="0"
          pos="relative"
          reason={
            progress
              ? t('export.running', { written: number(progress.written), total: number(progress.total) })
              : t('export.asked')
          }
          className="num"
          onClick={() => start('xlsx')}
        >
          <chakra.span className={brief ? 'sr' : undefined}>{t('export.excel')}</chakra.span>
          {done !== null && ` ${done}%`}
        </Button>
        <Menu
          trigger={
            <IconButton
              kind="plain"
              label={t('export.other')}
              icon={<ChevronDown size={15} />}
              disabled={busy}
              borderStartRadius="0"
              ml="-1px"
              w="7"
              minW="7"
              px="0"
            />
          }
        >
          <MenuItem value="pdf" icon={<FileText size={14} />} onSelect={() => start('pdf')}>
            {t('export.pdf')}
          </MenuItem>
          {more}
        </Menu>
      </Flex>
      {asking && (
        <PurposeDialog
          format={asking}
          total={total ?? 0}
          onClose={() => setAsking(null)}
          onGiven={(purpose) => {
            setAsking(null);
            run(asking, purpose);
          }}
        />
      )}
    </>
  );
}

const Purpose = z.object({ purpose: t100 });
/** An export of personal data requires its purpose. */
function PurposeDialog({
  format,
  total,
  onClose,
  onGiven,
}: {
  format: ExportFormat;
  total: number;
  onClose: () => void;
  onGiven: (purpose: string) => void;
}) {
  const { t } = useI18n();
  const form = useForm(Purpose, { purpose: '' });
  const give = (): void => void form.submit(({ purpose }) => Promise.resolve(onGiven(purpose)));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('export.purposeTitle', { n: total })}
      confirm={{ label: t(format === 'pdf' ? 'export.pdf' : 'export.excel'), onConfirm: give }}
    >
      <chakra.form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          give();
        }}
      >
        <chakra.p mb="3">{t('export.purposeText')}</chakra.p>
        <TextField label={t('export.purpose')} maxLength={100} {...form.field('purpose')} />
      </chakra.form>
    </Dialog>
  );
}

/** The progress of a queued export, with one toast when it has ended. */
function useProgress(id: number | null, onEnd: () => void): ListExport | undefined {
  const { t } = useI18n();
  const { data, isError } = useQuery({
    ...query(exports.get, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollMs,
    gcTime: 0,
  });
  const ended = isError || data?.state === 'ready' || data?.state === 'failed' || data?.state === 'cancelled';
  const end = useEffectEvent(() => {
    if (data?.state === 'failed') toast(t('export.failed'), 'now');
    onEnd();
  });
  useEffect(() => {
    if (id !== null && ended) end();
  }, [id, ended]);
  return id === null ? undefined : data;
}

/** An address holds words only, and so does the filter of an export. */
export function queryOf(filter: Record<string, unknown>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([name, value]) => value !== undefined && value !== null && name !== 'page' && name !== 'size')
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
