import type { RollOutDetail } from '@headland/contracts/roll-out';
import { programSourceLabel } from '@headland/i18n/flash-labels';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Facts } from '../../ui/panel';
import { CountsLine } from './roll-out-labels';

/** The plan in one view: what is decided on, before it is sent and before it is approved. */
export function RollOutFacts({ rollOut: r, brief = false }: { rollOut: RollOutDetail; brief?: boolean }) {
  const { t, number } = useI18n();
  return (
    <Facts
      rows={[
        [t('rollOut.file'), `${r.file.target.toUpperCase()} ${r.file.version} · ${r.file.name}`],
        [t('reprogram.variant'), r.file.variant],
        [t('reprogram.calibration'), r.file.calibration],
        [t('reprogram.source'), programSourceLabel(t, r.file)],
        [t('rollOut.vehicles'), number(r.vehicles)],
        [t('rollOut.waves'), r.waveList.map((w) => number(w.size)).join(' → ')],
        [t('rollOut.next'), r.holdHours === null ? t('rollOut.nextEnded') : t('rollOut.holdFor', { n: r.holdHours })],
        [t('rollOut.stopShare'), number(r.stopShare)],
        [t('rollOut.validUntil'), momentText(r.validUntil)],
        ...(brief
          ? []
          : ([
              [
                t('rollOut.choice'),
                r.filter === null ? t('rollOut.chosenByHand') : `${t('rollOut.chosenByFilter')}${filterText(r.filter)}`,
              ],
              [t('rollOut.by'), `${r.by}, ${r.organization}`],
              [t('rollOut.createdAt'), momentText(r.createdAt)],
              [
                t('rollOut.approvedBy'),
                r.approvedBy === null ? '–' : `${r.approvedBy}, ${momentText(r.approvedAt ?? '')}`,
              ],
              [t('rollOut.endedAt'), r.endedAt === null ? '–' : momentText(r.endedAt)],
              [t('rollOut.state'), <CountsLine key="counts" counts={r.counts} end />],
            ] as const)),
      ]}
    />
  );
}

/** What was asked of the list, in its own values. */
function filterText(filter: NonNullable<RollOutDetail['filter']>): string {
  const { vin, model, deviceId } = filter;
  const parts = [vin, deviceId, ...(Array.isArray(model) ? model : [])].filter((v) => typeof v === 'string');
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
