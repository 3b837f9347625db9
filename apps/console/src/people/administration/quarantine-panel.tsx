import { chakra } from '@chakra-ui/react';
import { administration, type QuarantineDetail } from '@headland/contracts/administration';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMedia } from '../../lib/use-media';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Facts, Panel, Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { CopyButton } from '../../ui/copy-button';
import { bytesOf, hexLines, hexOf } from './hex-lines';

/** One message with its bytes, in hex and as text side by side. */
export function QuarantinePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n();
  const can = useCan();
  const { data, error, refetch } = useQuery(query(administration.quarantined, { params: { id } }));
  return (
    <Panel
      title={data ? t(`quarantineReason.${data.reason}`) : `#${id}`}
      label={`#${id}`}
      under={data && momentText(data.at)}
      onClose={onClose}
    >
      {data ? (
        <>
          <Section>
            <Facts
              rows={[
                [t('quarantine.topic'), data.topic],
                [t('quarantine.device'), data.device ?? '–'],
                [
                  t('eventLog.vehicle'),
                  data.vehicleId !== null && can(vehicles.get.allow) ? (
                    <chakra.span color="accent">
                      <Link to={toRecord('/statusDetail', data.vehicleId)}>{data.vin}</Link>
                    </chakra.span>
                  ) : (
                    (data.vin ?? '–')
                  ),
                ],
                [t('quarantine.size'), t('quarantine.bytes', { n: data.bytes })],
                [t('quarantine.detail'), data.detail ?? '–'],
              ]}
            />
          </Section>
          <Bytes message={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Panel>
  );
}

function Bytes({ message: { payload, bytes: received, cut } }: { message: QuarantineDetail }) {
  const { t, number } = useI18n();
  const wide = useMedia('(min-width: 640px)');
  const bytes = useMemo(() => bytesOf(payload), [payload]);
  const lines = useMemo(() => hexLines(bytes, wide ? 16 : 8), [bytes, wide]);
  if (bytes.length === 0)
    return (
      <Section title={t('quarantine.payload')}>
        <chakra.p color="ink2">{t('quarantine.none')}</chakra.p>
      </Section>
    );
  return (
    <Section
      title={t('quarantine.payload')}
      actions={<CopyButton label={t('quarantine.copyHex')} text={() => [...bytes].map(hexOf).join(' ')} />}
    >
      {cut && (
        <chakra.p color="ink2" mb="2">
          {t('quarantine.cut', { kept: number(bytes.length), n: number(received) })}
        </chakra.p>
      )}
      <chakra.div
        display="flex"
        gap={{ base: '3', md: '4' }}
        overflowX="auto"
        css={bytesCss}
        tabIndex={0}
        role="group"
        aria-label={t('quarantine.payload')}
      >
        {/* each column is one text, so that one can be copied without the others */}
        <pre aria-label={t('quarantine.offset')} data-faint>
          {lines.map((l) => l.offset).join('\n')}
        </pre>
        <pre aria-label={t('quarantine.hex')}>{lines.map((l) => l.hex).join('\n')}</pre>
        <pre aria-label={t('quarantine.text')}>{lines.map((l) => l.text).join('\n')}</pre>
      </chakra.div>
    </Section>
  );
}

const bytesCss = {
  '& pre': {
    font: '400 12px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, "D2Coding", monospace',
    whiteSpace: 'pre',
    flexShrink: 0,
  },
  '& [data-faint]': { color: 'var(--ink-3)', userSelect: 'none' },
} as const;
