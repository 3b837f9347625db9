import { chakra } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';

/** Occurred, accepted, completed: who and when at each step, and the escalation level. */
export function FaultSteps({ report }: { report: FaultDetail }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const steps = [
    { label: t('faultStatus.occurred'), at: report.occurredAt, note: brief(report.occurredAt), done: true },
    {
      label: t('faultStatus.accepted'),
      at: report.acceptedAt,
      note: report.acceptedAt
        ? [brief(report.acceptedAt), report.acceptedBy].filter(Boolean).join(' · ')
        : report.dueAt
          ? t('fault.due', { time: brief(report.dueAt) })
          : '–',
      done: report.acceptedAt !== null,
    },
    {
      label: isOpenFault(report.status) ? t('fault.completed') : t(`faultStatus.${report.status}`),
      at: report.completedAt,
      note: report.completedAt ? [brief(report.completedAt), report.completedBy].filter(Boolean).join(' · ') : '–',
      done: report.completedAt !== null,
    },
  ];
  const current = steps.findLastIndex((s) => s.done);
  return (
    <>
      <chakra.ol display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="1.5" px="4" pb="3" listStyleType="none">
        {steps.map((s, i) => (
          <chakra.li
            key={s.label}
            borderTop="3px solid"
            borderColor={i === current ? 'today.fill' : s.done ? 'normal.fill' : 'lineStrong'}
            pt="1.5"
            textStyle="small"
            aria-current={i === current ? 'step' : undefined}
          >
            <chakra.b display="block" color={s.done ? 'ink' : 'ink3'}>
              {s.label}
            </chakra.b>
            <chakra.span display="block" color="ink3" className="num" overflowWrap="anywhere">
              {s.note}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
      {report.escalationLevel > 0 && (
        <chakra.p px="4" pb="3" textStyle="small" color="today.ink" fontWeight="600">
          {t('fault.escalatedTo', { level: report.escalationLevel, name: report.escalatedTo?.name ?? '–' })}
        </chakra.p>
      )}
    </>
  );
}
