import { chakra, Flex } from '@chakra-ui/react';
import type { SosDetail } from '@headland/contracts/sos';
import { Check, X } from 'lucide-react';
import { useBriefText, useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Age } from '../../ui/age';
import { IconButton } from '../../ui/button';
import { StateMark, type State } from '../../ui/state-mark';
import { CopyButton } from './copy-button';
import { isOpen, skewShownMs } from './sos-labels';

/** Type, machine, age and status. */
export function SosHead({ sos, onClose }: { sos: SosDetail; onClose: () => void }) {
  const { t } = useI18n();
  const facts = [
    sos.vehicle.model,
    sos.agency.name,
    `${t('sos.step.raised')} ${momentText(sos.raisedAt)}`,
    sos.origin === 'tilt' ? t('sos.fromTilt') : null,
    sos.presses > 1 ? t('sos.presses', { n: sos.presses }) : null,
  ];
  const skewed = sos.skewMs !== null && Math.abs(sos.skewMs) > skewShownMs && sos.deviceTime !== null;
  return (
    <chakra.header px={{ base: '4', xl: '5' }} pt="2.5" pb="3" flexShrink={0}>
      <Flex gap="2" align="flex-start">
        <chakra.div flex="1" minW="0">
          <Flex align="center" columnGap="2" wrap="wrap" minH="8">
            <chakra.h2
              fontSize={{ base: '17px', xl: '20px' }}
              lineHeight="26px"
              fontWeight="700"
              display="flex"
              flexWrap="wrap"
              columnGap="2"
            >
              {t(`sosType.${sos.type}`)}{' '}
              <chakra.span className="num" fontWeight="400" overflowWrap="anywhere">
                {sos.vehicle.vin}
              </chakra.span>
            </chakra.h2>
            <chakra.span display={{ base: 'none', md: 'inline-flex' }}>
              <CopyButton text={sos.vehicle.vin} />
            </chakra.span>
          </Flex>
          <chakra.p color="ink2" textStyle="dense">
            {facts.filter((f) => f !== null && f !== '').join(' · ')}
          </chakra.p>
          {skewed && sos.deviceTime !== null && (
            <chakra.p color="watch.ink" textStyle="small">
              {t('sos.deviceTime', { time: momentText(sos.deviceTime) })}
            </chakra.p>
          )}
          {sos.late && (
            <chakra.p color="watch.ink" textStyle="small">
              {t('sos.lateText')}
            </chakra.p>
          )}
        </chakra.div>
        <chakra.span
          className="num"
          fontSize={{ base: '22px', xl: '28px' }}
          lineHeight="32px"
          fontWeight="600"
          whiteSpace="nowrap"
          color={sos.status === 'raised' && !sos.late ? 'now.ink' : 'ink'}
        >
          <Age since={sos.raisedAt} until={sos.closedAt} style="clock" />
        </chakra.span>
        <IconButton label={t('common.close')} icon={<X size={18} />} onClick={onClose} />
      </Flex>
      <Steps sos={sos} />
    </chakra.header>
  );
}

/**
 * The status as steps: done with a tick, the current one in its colour, the rest hollow; time, person and duration of
 * each.
 */
function Steps({ sos }: { sos: SosDetail }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const by = (name: string) => sos.steps.findLast((s) => s.name === name)?.by ?? null;
  const closing = sos.status === 'falseAlarm' ? 'sos.falseAlarm' : 'sos.resolved';
  // a step lasts until the next one; a machine's own clock may be wrong, so the first begins at the receipt
  const lasts = (since: string | null, ...later: (string | null)[]) =>
    since === null ? null : { since, until: later.find((at) => at !== null) ?? (isOpen(sos) ? null : sos.closedAt) };
  const { receivedAt, acknowledgedAt, dispatchedAt, closedAt } = sos;
  const steps: {
    label: string;
    at: string | null;
    who: string | null;
    lasted: { since: string; until: string | null } | null;
    state: State;
    present: boolean;
  }[] = [
    {
      label: t('sos.step.raised'),
      at: sos.raisedAt,
      who: null,
      lasted: lasts(receivedAt, acknowledgedAt, dispatchedAt, closedAt),
      state: 'now',
      present: sos.status === 'raised',
    },
    {
      label: t('sos.step.acknowledged'),
      at: acknowledgedAt,
      who: sos.acknowledgedBy,
      lasted: lasts(acknowledgedAt, dispatchedAt, closedAt),
      state: 'today',
      present: sos.status === 'acknowledged',
    },
    {
      label: t('sos.step.dispatched'),
      at: dispatchedAt,
      who: [sos.dispatch?.agency.name, by('sos.dispatched')].filter(Boolean).join(' · '),
      lasted: lasts(dispatchedAt, closedAt),
      state: 'normal',
      present: sos.status === 'dispatched',
    },
    {
      label: isOpen(sos) ? t('sos.step.closed') : t(`sosStatus.${sos.status}`),
      at: closedAt,
      who: by(closing),
      lasted: null,
      state: 'off',
      present: false,
    },
  ];
  return (
    <chakra.ol
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' }}
      columnGap="2"
      rowGap="1.5"
      mt="2.5"
      listStyleType="none"
    >
      {steps.map((s) => (
        <Flex as="li" key={s.label} gap="2" align="flex-start" aria-current={s.present ? 'step' : undefined}>
          <chakra.span
            mt="1px"
            w="22px"
            h="22px"
            borderRadius="50%"
            border="1.5px solid"
            borderColor={s.present ? `${s.state}.line` : 'lineControl'}
            display="inline-grid"
            placeItems="center"
            flexShrink={0}
            aria-hidden
          >
            {s.present ? <StateMark state={s.state} size={11} /> : s.at !== null ? <Check size={13} /> : null}
          </chakra.span>
          <chakra.span minW="0">
            <chakra.b display="block" textStyle="strong" color={s.at === null ? 'ink3' : 'ink'}>
              {s.label}
            </chakra.b>
            <chakra.span display="block" color="ink3" textStyle="small" className="num" overflowWrap="anywhere">
              {s.at === null ? '–' : [brief(s.at), s.who].filter(Boolean).join(' · ')}
            </chakra.span>
            {s.lasted && <Lasted {...s.lasted} />}
          </chakra.span>
        </Flex>
      ))}
    </chakra.ol>
  );
}

/** Duration of a step; the current one is counting. */
function Lasted({ since, until }: { since: string; until: string | null }) {
  const { t, age } = useI18n();
  const now = useNow();
  const ms = Math.max(0, (until === null ? now : Date.parse(until)) - Date.parse(since));
  return (
    <chakra.span display="block" color="ink2" textStyle="small" className="num">
      {t('sos.lasted', { age: age(ms, 'clock') })}
    </chakra.span>
  );
}
