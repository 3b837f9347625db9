import { chakra, Flex } from '@chakra-ui/react';
import { catalogue, type CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Problem } from '../lib/call';
import { saveFile } from '../lib/save-file';
import { useAct } from '../lib/use-act';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { call as send, query, useCan } from '../session/session';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Page, PageHead, Section } from '../ui/panel';
import { ErrorState, Skeleton } from '../ui/states';
import { StatusChip } from '../ui/status-chip';
import { type Column, Table } from '../ui/table';
import { toast } from '../ui/toast';
import { CatalogueGaps } from './catalogue-gaps';
import { LoadCatalogueButton } from './load-catalogue';

/** What the codes mean: the versions of the catalogue, which one is in use, and the codes that it lacks. */
export function CatalogueTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords();
  const can = useCan();
  const { data, error, refetch } = useQuery(query(catalogue.versions, {}));
  const [asked, ask] = useState<CatalogueVersion | null>(null);
  const present = data?.find((v) => v.inUse);
  return (
    <Page
      head={
        <>
          <PageHead title={t('screen.breakdown')}>{can(catalogue.load.allow) && <LoadCatalogueButton />}</PageHead>
          {tabs}
        </>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" bg="surface">
        <Section title={t('catalogue.versions')}>
          <chakra.p color="ink2" mb="2" maxW="80ch">
            {t('catalogue.note')}
          </chakra.p>
          {data ? <Versions list={data} onUse={ask} /> : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />}
        </Section>
        <CatalogueGaps />
      </chakra.div>
      {asked && present && <UseDialog version={asked} present={present} onClose={() => ask(null)} />}
    </Page>
  );
}

function Versions({ list, onUse }: { list: readonly CatalogueVersion[]; onUse: (version: CatalogueVersion) => void }) {
  const { t } = useWords();
  const can = useCan();
  const columns = useMemo<Column<CatalogueVersion>[]>(
    () => [
      { key: 'version', title: t('catalogue.version'), width: '90px', cell: (v) => <b className="num">v{v.version}</b> },
      { key: 'state', title: t('catalogue.state'), width: '110px', cell: (v) => (v.inUse ? <StatusChip state="normal">{t('catalogue.inUse')}</StatusChip> : '–') },
      { key: 'file', title: t('catalogue.file'), cell: (v) => v.fileName ?? t('catalogue.shipped') },
      {
        key: 'changes',
        title: t('catalogue.changes'),
        cell: (v) => (
          <span title={v.changes.map((c) => `${c.code}: ${c.fields.join(', ')}`).join('\n')}>
            {v.version === 0 ? '–' : t('catalogue.changed', { n: v.changes.length })}
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
            <IconButton label={t('catalogue.download', { version: v.version })} icon={<Download size={15} />} onClick={() => void download(v.version)} />
            {can(catalogue.use.allow) && !v.inUse && <Button onClick={() => onUse(v)}>{t('catalogue.use')}</Button>}
          </Flex>
        ),
      },
    ],
    [t, can, onUse],
  );
  return <Table label={t('catalogue.versions')} columns={columns} rows={list} idOf={(v) => v.version} />;
}

const WhenWho = ({ at, by }: { at: string | null; by: string | null }) => (
  <>
    <span className="num">{at === null ? '–' : momentText(at)}</span> {by}
  </>
);

async function download(version: number): Promise<void> {
  try {
    saveFile(await send(catalogue.file, { params: { version } }), `fault-catalogue_v${version}.json`, 'application/json');
  } catch (error) {
    toast(error instanceof Problem ? error.code : 'INTERNAL', 'now');
  }
}

/** Names what changes for everybody, before it does. */
function UseDialog({ version, present, onClose }: { version: CatalogueVersion; present: CatalogueVersion; onClose: () => void }) {
  const { t } = useWords();
  const use = useAct(catalogue.use, { said: t('catalogue.said.used', { version: version.version }), done: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      width="520px"
      title={t('catalogue.useTitle', { version: version.version, present: present.version })}
      confirm={{ label: t('catalogue.use'), busy: use.busy, onConfirm: () => use.run({ params: { version: version.version }, body: { inUse: present.version } }) }}
    >
      <chakra.p>{t('catalogue.useText')}</chakra.p>
      {version.changes.length > 0 && (
        <chakra.ul mt="3" maxH="220px" overflowY="auto" listStyleType="none" textStyle="dense">
          {version.changes.map((c) => (
            <li key={c.code}>
              <b className="num">{c.code}</b> {c.fields.join(', ')}
            </li>
          ))}
        </chakra.ul>
      )}
    </Dialog>
  );
}
