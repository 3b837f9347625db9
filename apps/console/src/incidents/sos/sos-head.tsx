import { chakra, Flex } from '@chakra-ui/react';
import type { SosDetail as Call } from '@headland/contracts/sos';
import { Check, X } from 'lucide-react';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { momentText, timeText } from '../../lib/time';
import { Age } from '../../ui/age';
import { IconButton } from '../../ui/button';
import { StateMark, type State } from '../../ui/state-mark';
import { CopyButton } from './copy-button';
import { isOpen, skewShownMs } from './sos-labels';

/** What it is, of which machine, since when, and where it stands. */
export function SosHead({ call, onClose }: { call: Call; onClose: () => void }) {
  const { t } = useI18n();
  const facts = [
    call.vehicle.model,
    call.agency.name,
    `${t('sos.step.raised')} ${momentText(call.raisedAt)}`,
    call.origin === 'tilt' ? t('sos.fromTilt') : null,
    call.presses > 1 ? t('sos.presses', { n: call.presses }) : null,
  ];
  const skewed = call.skewMs !== null && Math.abs(call.skewMs) > skewShownMs && call.deviceTime !== null;
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
              {t(`sosType.${call.type}`)}{' '}
              <chakra.span className="num" fontWeight="400" overflowWrap="anywhere">
                {call.vehicle.vin}
              </chakra.span>
            </chakra.h2>
            <chakra.span display={{ base: 'none', md: 'inline-flex' }}>
              <CopyButton text={call.vehicle.vin} />
            </chakra.span>
          </Flex>
          <chakra.p color="ink2" textStyle="dense">
            {facts.filter((f) => f !== null && f !== '').join(' · ')}
          </chakra.p>
          {skewed && call.deviceTime !== null && (
            <chakra.p color="watch.ink" textStyle="small">
              {t('sos.deviceTime', { time: momentText(call.deviceTime) })}
            </chakra.p>
          )}
          {call.late && (
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
          color={call.status === 'raised' && !call.late ? 'now.ink' : 'ink'}
        >
          <Age since={call.raisedAt} until={call.closedAt} style="clock" />
        </chakra.span>
        <IconButton label={t('common.close')} icon={<X size={18} />} onClick={onClose} />
      </Flex>
      <Steps call={call} />
    </chakra.header>
  );
}

/** Where the call stands: done with a tick, the present one in its colour, the rest hollow; when, who, and how long it stayed there. */
function Steps({ call }: { call: Call }) {
  const { t } = useI18n();
  const by = (name: string) => call.steps.findLast((s) => s.name === name)?.by ?? null;
  const closing = call.status === 'falseAlarm' ? 'sos.falseAlarm' : 'sos.resolved';
  // a step lasts until the next one that was taken; a machine's own clock may be wrong, so the first begins when the call came in
  const lasts = (since: string | null, ...later: (string | null)[]) =>
    since === null ? null : { since, until: later.find((at) => at !== null) ?? (isOpen(call) ? null : call.closedAt) };
  const { receivedAt, acknowledgedAt, dispatchedAt, closedAt } = call;
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
      at: call.raisedAt,
      who: null,
      lasted: lasts(receivedAt, acknowledgedAt, dispatchedAt, closedAt),
      state: 'now',
      present: call.status === 'raised',
    },
    {
      label: t('sos.step.acknowledged'),
      at: acknowledgedAt,
      who: call.acknowledgedBy,
      lasted: lasts(acknowledgedAt, dispatchedAt, closedAt),
      state: 'today',
      present: call.status === 'acknowledged',
    },
    {
      label: t('sos.step.dispatched'),
      at: dispatchedAt,
      who: [call.dispatch?.agency.name, by('sos.dispatched')].filter(Boolean).join(' · '),
      lasted: lasts(dispatchedAt, closedAt),
      state: 'normal',
      present: call.status === 'dispatched',
    },
    {
      label: isOpen(call) ? t('sos.step.closed') : t(`sosStatus.${call.status}`),
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
              {s.at === null ? '–' : [timeText(s.at), s.who].filter(Boolean).join(' · ')}
            </chakra.span>
            {s.lasted && <Lasted {...s.lasted} />}
          </chakra.span>
        </Flex>
      ))}
    </chakra.ol>
  );
}

/** How long a call stayed at a step; the present one counts on. */
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
