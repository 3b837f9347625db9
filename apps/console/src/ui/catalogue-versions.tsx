import { chakra, Flex } from '@chakra-ui/react';
import type { catalogue as faultCatalogue } from '@headland/contracts/fault-catalogue';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import type { injectorProfiles, programProfiles } from '@headland/contracts/profile';
import type { testCatalogues } from '@headland/contracts/test-catalogue';
import type { MessageKey } from '@headland/i18n/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { saveFile } from '../lib/save-file';
import { useAction } from './use-action';
import { useI18n } from '../lib/i18n';
import { momentText } from '../lib/time';
import { call as send, query, useCan } from '../lib/session/session';
import { Button, IconButton } from './button';
import { Dialog } from './dialog';
import { Section } from './panel';
import { ErrorState, Skeleton } from './states';
import { StatusChip } from './status-chip';
import { type Column, Table } from './table';
import { toast } from './toast';

/** A data file that an administrator replaces at run time: its endpoints, and its own words where those of all catalogues do not do. */
export interface CatalogueKind {
  calls: typeof faultCatalogue | typeof testCatalogues | typeof programProfiles | typeof injectorProfiles;
  labels: {
    load: MessageKey;
    note: MessageKey;
    changes: MessageKey;
    changed: MessageKey;
    useText: MessageKey;
    loaded: MessageKey;
  };
  /** of what changes, as the table and the dialog call it */
  nameOf?: (code: string) => string;
  fieldOf?: (field: string) => string;
}

/** The versions of a catalogue: which one is in use, what each changes, and the way to another or back. */
export function CatalogueVersions({ kind }: { kind: CatalogueKind }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(kind.calls.versions, {}));
  const [asked, setAsked] = useState<CatalogueVersion | null>(null);
  const present = data?.find((v) => v.inUse);
  return (
    <Section level={2} title={t('catalogue.versions')}>
      <chakra.p color="ink2" mb="2" maxW="80ch">
        {t(kind.labels.note)}
      </chakra.p>
      {data ? (
        <Versions kind={kind} list={data} onUse={setAsked} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} />
      )}
      {asked && present && <UseDialog kind={kind} version={asked} present={present} onClose={() => setAsked(null)} />}
    </Section>
  );
}

function Versions({
  kind,
  list,
  onUse,
}: {
  kind: CatalogueKind;
  list: readonly CatalogueVersion[];
  onUse: (version: CatalogueVersion) => void;
}) {
  const { t, problemLine } = useI18n();
  const can = useCan();
  const columns = useMemo<Column<CatalogueVersion>[]>(
    () => [
      {
        key: 'version',
        title: t('catalogue.version'),
        width: '90px',
        cell: (v) => <b className="num">v{v.version}</b>,
      },
      {
        key: 'state',
        title: t('catalogue.state'),
        width: '110px',
        cell: (v) => (v.inUse ? <StatusChip state="normal">{t('catalogue.inUse')}</StatusChip> : '–'),
      },
      { key: 'file', title: t('catalogue.file'), cell: (v) => v.fileName ?? t('catalogue.shipped') },
      {
        key: 'changes',
        title: t(kind.labels.changes),
        cell: (v) => (
          <span title={v.changes.map((c) => changeText(kind, c)).join('\n')}>
            {v.fileName === null ? '–' : t(kind.labels.changed, { n: v.changes.length })}
          </span>
        ),
      },
      { key: 'loaded', title: t('catalogue.loaded'), cell: (v) => <WhenWho at={v.loadedAt} by={v.loadedBy} /> },
      { key: 'used', title: t('catalogue.used'), cell: (v) => <WhenWho at={v.usedAt} by={v.usedBy} /> },
      {
        key: 'acts',
        title: '',
        align: 'right',
        width: '140px',
        cell: (v) => (
          <Flex gap="1" justify="flex-end">
            <IconButton
              label={t('catalogue.download', { version: v.version })}
              icon={<Download size={15} />}
              onClick={() =>
                void download(kind.calls.file, v.version).catch((error: unknown) => toast(problemLine(error), 'now'))
              }
            />
            {can(kind.calls.use.allow) && !v.inUse && <Button onClick={() => onUse(v)}>{t('catalogue.use')}</Button>}
          </Flex>
        ),
      },
    ],
    [t, problemLine, can, kind, onUse],
  );
  return <Table label={t('catalogue.versions')} columns={columns} rows={list} idOf={(v) => v.version} />;
}

const changeText = (kind: CatalogueKind, change: CatalogueVersion['changes'][number]): string =>
  `${kind.nameOf?.(change.code) ?? change.code}: ${fieldsText(kind, change)}`;
const fieldsText = ({ fieldOf }: CatalogueKind, { fields }: CatalogueVersion['changes'][number]): string =>
  fields.map((f) => fieldOf?.(f) ?? f).join(', ');

const WhenWho = ({ at, by }: { at: string | null; by: string | null }) => (
  <>
    <span className="num">{at === null ? '–' : momentText(at)}</span> {by}
  </>
);

const download = async (file: CatalogueKind['calls']['file'], version: number): Promise<void> =>
  saveFile(await send(file, { params: { version } }), `catalogue_v${version}.json`, 'application/json');

/** Names what changes for everybody, before it does. */
function UseDialog({
  kind,
  version,
  present,
  onClose,
}: {
  kind: CatalogueKind;
  version: CatalogueVersion;
  present: CatalogueVersion;
  onClose: () => void;
}) {
  const { t } = useI18n();
  const use = useAction(kind.calls.use, {
    success: t('catalogue.toast.used', { version: version.version }),
    done: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('catalogue.useTitle', { version: version.version, present: present.version })}
      confirm={{
        label: t('catalogue.use'),
        busy: use.busy,
        onConfirm: () => use.run({ params: { version: version.version }, body: { inUse: present.version } }),
      }}
    >
      <chakra.p>{t(kind.labels.useText)}</chakra.p>
      {version.changes.length > 0 && (
        <chakra.ul mt="3" maxH="220px" overflowY="auto" listStyleType="none" textStyle="dense">
          {version.changes.map((c) => (
            <li key={c.code}>
              <b className="num">{kind.nameOf?.(c.code) ?? c.code}</b> {fieldsText(kind, c)}
            </li>
          ))}
        </chakra.ul>
      )}
    </Dialog>
  );
}
