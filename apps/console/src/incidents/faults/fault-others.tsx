import { chakra } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { useI18n } from '../../lib/i18n';
import { Section } from '../../ui/panel';
import { stateOfSeverity } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';

type Relation = FaultDetail['others'][number]['relation'];
const titles = { primary: 'fault.primary', consequence: 'fault.consequences', none: 'fault.others' } as const;

/** Other open faults of the vehicle: primary faults of this one, its consequences, or unrelated ones. */
export function FaultOthers({
  report,
  relation,
  onOpen,
}: {
  report: FaultDetail;
  relation: Relation;
  onOpen: (id: number) => void;
}) {
  const { t, of } = useI18n();
  const list = report.others.filter((o) => o.relation === relation);
  if (list.length === 0) return null;
  return (
    <Section title={t(titles[relation ?? 'none'])}>
      {relation === 'primary' && (
        <chakra.p color="ink2" mb="1">
          {t('fault.primaryText')}
        </chakra.p>
      )}
      {list.map((o) => (
        <chakra.button
          key={o.id}
          type="button"
          display="flex"
          gap="2"
          w="full"
          py="1"
          textAlign="left"
          _hover={{ bg: 'hover' }}
          onClick={() => onOpen(o.id)}
        >
          <StateLabel state={stateOfSeverity[o.severity]}>
            <b className="num">{o.code}</b>
          </StateLabel>{' '}
          <chakra.span flex="1" truncate>
            {of(o.name)}
          </chakra.span>{' '}
          <chakra.span color="ink3">{t(`faultStatus.${o.status}`)}</chakra.span>
        </chakra.button>
      ))}
    </Section>
  );
}
