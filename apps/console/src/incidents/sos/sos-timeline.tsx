import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail } from '@headland/contracts/sos';
import { Link } from '@tanstack/react-router';
import { useBriefText } from '../../lib/clock';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call as send, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Section } from '../../ui/panel';
import { TextForm, useOpenForm } from './sos-forms';
import { isOpen } from './sos-labels';

const notes = ['note'] as const;

/** The history of an SOS, newest first, with all notes; notes can be added while it is open. */
export function Timeline({ sos }: { sos: SosDetail }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const may = useCan()(sosAlerts.note.allow) && isOpen(sos);
  const { asking, restored, ask } = useOpenForm(`sos-noting-${sos.id}`, may ? notes : []);
  useKeys({ n: () => ask('note') }, { enabled: may });
  return (
    <Section
      title={t('sos.timeline')}
      actions={
        may && (
          <Button kind="quiet" onClick={() => ask('note')}>
            {t('sos.addNote')}
          </Button>
        )
      }
    >
      {asking !== null && (
        <TextForm
          sos={sos}
          onClose={() => ask(null)}
          restored={restored}
          title={t('sos.addNote')}
          label={t('sos.note')}
          confirm={t('common.save')}
          successText={t('sos.noted')}
          act="note"
          run={(text) => send(sosAlerts.note, { params: { id: sos.id }, body: { note: text } })}
        />
      )}
      <chakra.ol listStyleType="none" textStyle="dense">
        {sos.steps.toReversed().map((s) => (
          <Flex as="li" key={s.number} gap="3" py="1" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(s.at)} flexShrink={0}>
              {brief(s.at)}
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

/** Earlier SOS of this machine, and their results. */
export function Earlier({ sos }: { sos: SosDetail }) {
  const { t } = useI18n();
  if (sos.earlier.length === 0) return null;
  return (
    <Section title={t('sos.earlier')}>
      <chakra.ul listStyleType="none" textStyle="dense">
        {sos.earlier.map((e) => (
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
