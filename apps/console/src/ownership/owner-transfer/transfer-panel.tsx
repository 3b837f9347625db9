import { chakra, Flex } from '@chakra-ui/react';
import type { Step } from '@headland/contracts/shared-shapes';
import { ownerTransfers, type TransferDetail } from '@headland/contracts/owner-transfer';
import { vehicles } from '@headland/contracts/vehicle';
import { isOpen } from '@headland/domain/owner-transfer';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { Problem } from '../../lib/call';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { DeliveryLog } from '../../ui/delivery-log';
import { TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { useMeasure } from '../../ui/measures';
import { Facts, Panel, Section } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StatusChip } from '../../ui/status-chip';
import { ApproveDialog, type Asking, RejectDialog, TransferActions } from './transfer-actions';
import { decidedBy, stateOfTransfer } from './transfer-columns';
import { TransferDocument } from './transfer-document';
import { TransferDocuments } from './transfer-documents';
import { TransferParties } from './transfer-parties';

/** One transfer: the machine, who gives and who gets it, in what state it is, and what was done. */
export function TransferPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const can = useCan();
  const measure = useMeasure();
  const [asking, setAsking] = useState<Asking>(null);
  const { data: transfer, error, refetch } = useQuery(query(ownerTransfers.get, { params: { id } }));
  if (!transfer)
    return (
      <Panel title="" onClose={onClose}>
        {error instanceof Problem && error.code === 'NOT_FOUND' ? (
          <EmptyState title={t('transfer.missing')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={7} height={56} />
        )}
      </Panel>
    );
  const { vehicle } = transfer;
  return (
    <Panel
      label={vehicle.vin}
      over={
        <>
          <StatusChip state={stateOfTransfer[transfer.status]}>{t(`transferStatus.${transfer.status}`)}</StatusChip>
          <span className="num">#{transfer.id}</span>
        </>
      }
      title={<span className="num">{vehicle.vin}</span>}
      under={vehicle.model}
      onClose={onClose}
      foot={
        isOpen(transfer.status) &&
        can(ownerTransfers.approve.allow) && <TransferActions transfer={transfer} onAsk={setAsking} />
      }
    >
      {/* here, not in the foot: a reason that is being typed stays when another decides meanwhile */}
      {asking === 'approve' && <ApproveDialog transfer={transfer} onClose={() => setAsking(null)} />}
      {asking === 'reject' && <RejectDialog transfer={transfer} onClose={() => setAsking(null)} />}
      <Progress transfer={transfer} />
      <TransferParties transfer={transfer} />
      <Section title={t('transfer.vehicle')}>
        <Facts
          rows={[
            [
              t('transfer.vin'),
              <TextLink key="vin" to={can(vehicles.get.allow) ? toRecord('/statusDetail', vehicle.id) : null}>
                {vehicle.vin}
              </TextLink>,
            ],
            [t('transfer.dealer'), transfer.dealer.name],
            [t('transfer.soldOn'), transfer.soldOn ?? '–'],
            [t('transfer.engineHours'), <Figure key="hours" {...measure('engineHours', transfer.engineHours)} />],
            [t('transfer.odometer'), <Figure key="odometer" {...measure('odometer', transfer.odometer)} />],
          ]}
        />
      </Section>
      <TransferDocument transfer={transfer} />
      <TransferDocuments transfer={transfer} />
      <DeliveryLog list={transfer.deliveries} permission="ownerTransfer:U" />
      <Section title={t('transfer.timeline')}>
        {transfer.steps.toReversed().map((step) => (
          <Flex key={step.number} gap="3" py="0.5" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(step.at)}>
              {brief(step.at)}
            </chakra.span>
            <chakra.span flex="1" overflowWrap="anywhere">
              {t(`event.${step.name}` as 'event.transfer.requested')}
              {step.note !== null && <chakra.span color="ink2"> – {step.note}</chakra.span>}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small">
              {whoDid(step, transfer, t)}
            </chakra.span>
          </Flex>
        ))}
      </Section>
    </Panel>
  );
}

/** How far it is: when each step was made, and until when the next one must come. */
function Progress({ transfer }: { transfer: TransferDetail }) {
  const { t } = useI18n();
  const { status, requestedAt, acceptedAt, decidedAt, dueAt, reason } = transfer;
  return (
    <Section>
      <Facts
        rows={[
          [t('transfer.requestedAt'), momentText(requestedAt)],
          [t('transfer.acceptedAt'), acceptedAt === null ? '–' : momentText(acceptedAt)],
          [t('transfer.decidedAt'), decidedAt === null ? '–' : momentText(decidedAt)],
          [t('transfer.decidedBy'), decidedBy(transfer, t)],
        ]}
      />
      {dueAt !== null && (
        <chakra.p mt="2" color="ink2" textStyle="small" className="num">
          {t('transfer.due', { time: momentText(dueAt).slice(0, 16) })}
        </chakra.p>
      )}
      {status === 'rejected' && reason !== null && (
        <chakra.p mt="3" px="3" py="2" bg="sunken" borderRadius="control" whiteSpace="pre-wrap" overflowWrap="anywhere">
          <chakra.b display="block" textStyle="label" color="ink2">
            {t('transfer.reason')}
          </chakra.b>
          {reason}
        </chakra.p>
      )}
    </Section>
  );
}

/** The log knows customers by their part only. */
function whoDid({ name, by }: Step, { ending }: TransferDetail, t: Translate): string {
  if (name === 'transfer.requested') return t('transfer.byOwner');
  if (name === 'transfer.accepted') return t('transfer.byNewOwner');
  if (name === 'transfer.downloaded') return by ?? t('transfer.byLink');
  if (name === 'transfer.rejected' && ending === 'withdrawn') return t('transfer.byOwner');
  if (name === 'transfer.rejected' && ending === 'declined') return t('transfer.byNewOwner');
  return by ?? t('transfer.bySystem');
}
