import { chakra, Flex } from '@chakra-ui/react';
import type { Permission } from '@headland/contracts/access';
import { deliveries } from '@headland/contracts/delivery';
import type { Delivery } from '@headland/contracts/shared-shapes';
import { Check } from 'lucide-react';
import { useAction } from './use-action';
import { useBriefText } from '../lib/clock';
import { type Translate, useI18n } from '../lib/i18n';
import { momentText } from '../lib/time';
import { useCan } from '../lib/session/session';
import { Button } from './button';
import { Section } from './panel';
import { StateMark } from './state-mark';

/**
 * What was sent to whom, and whether it came; a failure is red and can be sent again by holders of `permission`, unless
 * there is nobody to send it to.
 */
export function DeliveryLog({ list, permission }: { list: readonly Delivery[]; permission: Permission }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const can = useCan();
  const resend = useAction(deliveries.resend, {
    success: ({ state }) => t(state === 'failed' ? 'delivery.notResent' : 'sos.toast.resent'),
  });
  return (
    <Section title={t('sos.deliveries')}>
      {list.length === 0 && <chakra.p color="ink3">{t('sos.noDeliveries')}</chakra.p>}
      <chakra.ul listStyleType="none">
        {list.map((d) => (
          <Flex
            as="li"
            key={d.id}
            gap="3"
            py="1.5"
            align="center"
            borderTop="1px solid"
            borderColor="line"
            _first={{ borderTop: '0' }}
            title={d.text}
          >
            <chakra.span className="num" color="ink3" flexShrink={0} title={momentText(d.at)}>
              {brief(d.at)}
            </chakra.span>
            <chakra.span flex="1" minW="0" truncate>
              {d.to} <chakra.span color="ink3">{t(`delivery.${d.channel}`)}</chakra.span>
              {d.repeated && (
                <chakra.span
                  className="num"
                  color="ink3"
                  title={t('delivery.since', { at: momentText(d.repeated.firstAt) })}
                >
                  {' '}
                  {t('delivery.times', { times: d.repeated.times })}
                </chakra.span>
              )}
            </chakra.span>
            {d.problem === 'withdrawn' ? (
              <chakra.span color="ink3" textStyle="small">
                {t('delivery.withdrawn')}
              </chakra.span>
            ) : d.state === 'failed' ? (
              <Flex align="center" gap="1.5" color="now.ink" textStyle="small" title={problemText(t, d.problem)}>
                <StateMark state="now" size={9} />
                {t('delivery.state.failed')}
                {can(permission) && d.problem !== 'noRecipient' && (
                  <Button kind="link" busy={resend.busy} onClick={() => resend.run({ params: { id: d.id } })}>
                    {t('delivery.again')}
                  </Button>
                )}
              </Flex>
            ) : (
              <Flex align="center" gap="1" color="ink3" textStyle="small">
                {d.state !== 'queued' && <Check size={13} />}
                {t(`delivery.state.${d.state}`)}
              </Flex>
            )}
          </Flex>
        ))}
      </chakra.ul>
    </Section>
  );
}

/** A gateway's own words stay as they are. */
function problemText(t: Translate, problem: string | null): string {
  if (problem === 'noRecipient') return t('delivery.problem.noRecipient');
  return /^SMS_\w+=\d+$/u.test(problem ?? '') ? t('delivery.problem.limit', { limit: problem ?? '' }) : (problem ?? '');
}
