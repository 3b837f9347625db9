import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail, type SosEvidence } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { Download, FileCheck2, FilePlus2, History } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveFile } from '../../lib/save-file';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useAction } from '../../ui/use-action';
import { useKeys } from '../../lib/use-keys';
import { query, useCan } from '../../lib/session/session';
import { Button, IconButton } from '../../ui/button';
import { Section } from '../../ui/panel';
import type { ReplaySensor } from '../../ui/replay/incident-replay';
import { ReplayDialog } from '../../ui/replay/replay-dialog';
import { ErrorState } from '../../ui/states';
import { CopyButton } from './copy-button';

/** The most relevant sensors after a roll-over or a collision. */
const charts: readonly ReplaySensor[] = ['tiltX', 'tiltY', 'speed', 'rpm'];

/** The record of an SOS: replay of the hour around it, and evidence reports. */
export function SosRecord({ sos }: { sos: SosDetail }) {
  const can = useCan();
  return (
    <>
      {sos.vehicle.id > 0 && <Replay sos={sos} />}
      {can(sosAlerts.evidence.allow) && <Evidence id={sos.id} />}
    </>
  );
}

function Replay({ sos }: { sos: SosDetail }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const result = useQuery({ ...query(sosAlerts.incident, { params: { id: sos.id } }), enabled: open });
  useKeys({ p: () => setOpen(true) });
  return (
    <Section
      title={t('sos.replay')}
      actions={
        <Button icon={<History size={15} />} onClick={() => setOpen(true)}>
          {t('sos.replay')}
        </Button>
      }
    >
      <chakra.p color="ink3">{t('sos.replayText')}</chakra.p>
      {open && (
        <ReplayDialog
          title={t('sos.replayTitle', { vin: sos.vehicle.vin, type: t(`sosType.${sos.type}`) })}
          result={result}
          charts={charts}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function Evidence({ id }: { id: number }) {
  const { t } = useI18n();
  const { data: reports, error, refetch } = useQuery(query(sosAlerts.evidence, { params: { id } }));
  const get = useAction(sosAlerts.evidenceFile, {
    done: (file) => saveFile(file, `SOS_${id}.pdf`, sosAlerts.evidenceFile.stream),
  });
  const make = useAction(sosAlerts.makeEvidence, {
    success: t('sos.evidenceMade'),
    done: (report) => get.run({ params: { id, sheet: report.id } }),
  });
  return (
    <Section
      title={t('sos.evidence')}
      actions={
        <Button icon={<FilePlus2 size={15} />} busy={make.busy} onClick={() => make.run({ params: { id } })}>
          {t('sos.evidenceMake')}
        </Button>
      }
    >
      <chakra.p color="ink3">{t('sos.evidenceText')}</chakra.p>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {reports && reports.length > 0 && (
        <>
          <chakra.ul listStyleType="none" mt="2">
            {reports.map((report) => (
              <EvidenceReport
                key={report.id}
                report={report}
                busy={get.busy}
                onGet={() => get.run({ params: { id, sheet: report.id } })}
              />
            ))}
          </chakra.ul>
          <Check id={id} />
        </>
      )}
    </Section>
  );
}

function EvidenceReport({ report, busy, onGet }: { report: SosEvidence; busy: boolean; onGet: () => void }) {
  const { t } = useI18n();
  return (
    <Flex as="li" gap="2" py="1.5" align="center" borderTop="1px solid" borderColor="line" _first={{ borderTop: '0' }}>
      <chakra.span flex="1" minW="0">
        <chakra.span display="block" truncate>
          <span className="num">{momentText(report.madeAt)}</span> · {report.by}
        </chakra.span>
        <Flex align="center" gap="1" color="ink3" textStyle="small" minW="0">
          <chakra.span className="num" flexShrink={0}>
            {t('sos.evidenceVersion', { n: report.version })} · {report.language} · #{report.number}
          </chakra.span>
          <chakra.code truncate minW="0" title={`SHA-256 ${report.sha256}`}>
            {report.sha256}
          </chakra.code>
          <CopyButton text={report.sha256} />
        </Flex>
      </chakra.span>
      <IconButton
        kind="plain"
        label={t('sos.evidenceGet', { time: momentText(report.madeAt) })}
        icon={<Download size={15} />}
        disabled={busy}
        onClick={onGet}
      />
    </Flex>
  );
}

/** Verifies that a given file is one of the reports, byte for byte. */
function Check({ id }: { id: number }) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<SosEvidence | null>();
  const check = useAction(sosAlerts.checkEvidence, { done: ({ sheet: report }) => setFound(report) });
  return (
    <Flex align="center" gap="2" mt="2" wrap="wrap">
      <Button kind="link" icon={<FileCheck2 size={15} />} busy={check.busy} onClick={() => input.current?.click()}>
        {t('sos.evidenceCheck')}
      </Button>
      <chakra.input
        ref={input}
        type="file"
        accept={sosAlerts.checkEvidence.file.accept}
        aria-label={t('sos.evidenceCheck')}
        className="sr"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // the same file can be chosen again
          currentTarget.value = '';
          setFound(undefined);
          if (file) check.run({ params: { id }, file });
        }}
      />
      <chakra.span
        role="status"
        textStyle="small"
        color={found === null ? 'now.ink' : 'ink2'}
        fontWeight={found === null ? '600' : '400'}
      >
        {found === undefined
          ? ''
          : found === null
            ? t('sos.evidenceForeign')
            : t('sos.evidenceGenuine', { by: found.by, time: momentText(found.madeAt) })}
      </chakra.span>
    </Flex>
  );
}
