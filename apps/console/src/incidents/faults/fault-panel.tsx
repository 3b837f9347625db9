import { chakra, Flex } from '@chakra-ui/react';
import { faults, type FaultDetail } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { phoneText } from '@headland/domain/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DeliveryLog } from '../../ui/delivery-log';
import { Panel, Section } from '../../ui/panel';
import { ShowInFull } from '../../ui/show-in-full';
import { ErrorState, Skeleton } from '../../ui/states';
import { stateOfSeverity } from '../../ui/state-mark';
import { StatusChip } from '../../ui/status-chip';
import { FaultActions, type FaultAsking } from './fault-actions';
import { FaultConsumables } from './fault-consumables';
import { FaultDiagnosis } from './fault-diagnosis';
import { FaultFreeze } from './fault-freeze';
import { FaultImages } from './fault-images';
import { FaultMemo } from './fault-memo';
import { FaultOthers } from './fault-others';
import { FaultReplay } from './fault-replay';
import { FaultSteps } from './fault-steps';
import { FaultDetails, FaultWhat } from './fault-what';
import { FaultWhere } from './fault-where';
import { VehicleLinks } from './vehicle-links';

interface PanelProps {
  id: number;
  asking: FaultAsking;
  onAsk: (what: FaultAsking) => void;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** One report: its meaning, related faults, place, and actions. */
export function FaultPanel({ id, asking, onAsk, onClose, onOpen }: PanelProps) {
  const { t, of } = useI18n();
  const may = useCan()(faults.accept.allow);
  const { data: report, error, refetch } = useQuery(query(faults.get, { params: { id } }));
  if (!report)
    return (
      <Panel title="" onClose={onClose}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={7} height={56} />}
      </Panel>
    );
  return (
    <Panel
      label={`${report.code} ${of(report.name)}`}
      over={
        <>
          <StatusChip state={stateOfSeverity[report.severity]}>{t(`severity.${report.severity}`)}</StatusChip>
          <span className="num">{t('fault.report', { n: report.id })}</span>
        </>
      }
      title={
        <>
          <span className="num">{report.code}</span> {of(report.name)}
        </>
      }
      under={
        <>
          <span className="num">{report.vehicle.vin}</span> · {report.vehicle.model}
        </>
      }
      onClose={onClose}
      foot={(may || !isOpenFault(report.status)) && <FaultActions report={report} asking={asking} onAsk={onAsk} />}
    >
      <FaultSteps report={report} />
      <FaultOthers report={report} relation="primary" onOpen={onOpen} />
      {/* to be seen without scrolling: what it is, what was measured, and where */}
      <FaultWhat report={report} />
      <FaultFreeze report={report} />
      <FaultWhere report={report} />
      <FaultDiagnosis report={report} />
      <FaultReplay report={report} />
      <FaultOthers report={report} relation="consequence" onOpen={onOpen} />
      <FaultDetails report={report} />
      <Owner report={report} />
      <FaultOthers report={report} relation={null} onOpen={onOpen} />
      <FaultConsumables list={report.consumables} />
      <FaultMemo report={report} />
      <FaultImages report={report} />
      <DeliveryLog list={report.deliveries} permission="breakdown:U" />
      <Timeline report={report} />
    </Panel>
  );
}

/** Links to the vehicle, and its owner: masked until a permitted member requests it. */
function Owner({ report }: { report: FaultDetail }) {
  const { t } = useI18n();
  return (
    <Section title={t('fault.vehicle')} actions={<VehicleLinks id={report.vehicle.id} />}>
      {report.customer ? (
        <ShowInFull masked={report.customer} endpoint={faults.customer} id={report.id}>
          {({ name, phone }) => (
            <Flex align="center" gap="3">
              <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                {name} <span className="num">{phone && phoneText(phone)}</span>
              </chakra.span>
              {phone !== null && !phone.includes('*') && (
                <a href={`tel:${phone.replaceAll(/[^+\d]/gu, '')}`}>
                  <Button as="span" icon={<Phone size={14} />}>
                    {t('fault.call')}
                  </Button>
                </a>
              )}
            </Flex>
          )}
        </ShowInFull>
      ) : (
        <chakra.p color="ink3">{t('fault.noCustomer')}</chakra.p>
      )}
    </Section>
  );
}

function Timeline({ report }: { report: FaultDetail }) {
  const brief = useBriefText();
  const { t } = useI18n();
  return (
    <Section title={t('fault.timeline')}>
      {report.steps.toReversed().map((s) => (
        <Flex key={s.number} gap="3" py="0.5" align="baseline">
          <chakra.span className="num" color="ink3" title={momentText(s.at)}>
            {brief(s.at)}
          </chakra.span>
          <chakra.span flex="1" overflowWrap="anywhere">
            {t(`event.${s.name}` as 'event.fault.occurred')}
            {s.note && <chakra.span color="ink2"> – {s.note}</chakra.span>}
          </chakra.span>
          <chakra.span color="ink3" textStyle="small">
            {s.by ?? ''}
          </chakra.span>
        </Flex>
      ))}
    </Section>
  );
}
