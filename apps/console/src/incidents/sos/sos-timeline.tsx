import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail as Call } from '@headland/contracts/sos';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { briefText, momentText } from '../../lib/time';
import { call as send, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Section } from '../../ui/panel';
import { TextForm } from './sos-forms';
import { isOpen } from './sos-labels';

/** What was done with the call, the newest first, with every note; and a note can be added for as long as it is open. */
export function Timeline({ call }: { call: Call }) {
  const { t } = useI18n();
  const may = useCan()(sosAlerts.note.allow) && isOpen(call);
  const [noting, setNoting] = useState(false);
  useKeys({ n: () => setNoting(true) }, { enabled: may });
  return (
    <Section
      title={t('sos.timeline')}
      actions={
        may && (
          <Button kind="quiet" onClick={() => setNoting(true)}>
            {t('sos.addNote')}
          </Button>
        )
      }
    >
      {noting && (
        <TextForm
          call={call}
          onClose={() => setNoting(false)}
          title={t('sos.addNote')}
          label={t('sos.note')}
          confirm={t('common.save')}
          said={t('sos.noted')}
          act="note"
          run={(text) => send(sosAlerts.note, { params: { id: call.id }, body: { note: text } })}
        />
      )}
      <chakra.ol listStyleType="none" textStyle="dense">
        {call.steps.toReversed().map((s) => (
          <Flex as="li" key={s.number} gap="3" py="1" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(s.at)} flexShrink={0}>
              {briefText(s.at, Date.now())}
            </chakra.span>
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              {t(`event.${s.name}` as 'event.sos.raised')}
              {s.note && <chakra.span color="ink2"> – {s.note}</chakra.span>}
              {s.changes?.map(({ field, from, to }) => (
                <chakra.span key={field} display="block" color="ink2">
                  {t(`sos.${field}` as 'sos.person')}: {from ?? '–'} → {to ?? '–'}
                </chakra.span>
              ))}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small" maxW="40%" truncate>
              {s.by ?? ''}
            </chakra.span>
          </Flex>
        ))}
      </chakra.ol>
    </Section>
  );
}

/** Whether this machine has called before, and how that ended. */
export function Earlier({ call }: { call: Call }) {
  const { t } = useI18n();
  if (call.earlier.length === 0) return null;
  return (
    <Section title={t('sos.earlier')}>
      <chakra.ul listStyleType="none" textStyle="dense">
        {call.earlier.map((e) => (
          <li key={e.id}>
            <chakra.span
              asChild
              className="num"
              color="accent"
              _hover={{ textDecoration: 'underline' }}
              display="inline-block"
              py="1"
            >
              <Link to="/sos" search={{ tab: 'all', id: String(e.id) }}>
                {momentText(e.raisedAt)} · {t(`sosType.${e.type}`)} · {t(`sosStatus.${e.status}`)}
              </Link>
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
    </Section>
  );
}
