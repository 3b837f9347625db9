import { chakra } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { isMessageKey } from '@headland/i18n/catalogue';
import { lampLabel } from '@headland/i18n/record-labels';
import { useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { useI18n, type I18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Facts, Section } from '../../ui/panel';

/** What the fault is, and what to do first. */
export function FaultWhat({ report }: { report: FaultDetail }) {
  const brief = useBriefText();
  const { t, of } = useI18n();
  return (
    <chakra.section px="4" py="2" borderTop="1px solid" borderColor="line">
      <Facts
        columns={2}
        rows={[
          [t('fault.part'), of(report.part)],
          [t('fault.spnFmi'), report.spn === null ? '–' : `${report.spn} / ${report.fmi ?? '–'}`],
          [t('fault.count'), t('fault.countLast', { n: report.count, time: brief(report.lastAt) })],
          [t('fault.lamp'), lampLabel(t, report.lamp)],
        ]}
      />
      {report.knowledge === null && (
        <chakra.p mt="1.5" color="watch.ink">
          {t('fault.gap')}
        </chakra.p>
      )}
      {report.clearedAt && (
        <chakra.p mt="1.5" color="ink2">
          {t('fault.cleared')} · <span className="num">{momentText(report.clearedAt)}</span>
        </chakra.p>
      )}
      {report.whatToDo && (
        <chakra.p mt="2" px="3" py="1.5" bg="sunken" borderRadius="control">
          {of(report.whatToDo)}
        </chakra.p>
      )}
    </chakra.section>
  );
}

/** What else is known of it; the maker's technical details are one click further. */
export function FaultDetails({ report }: { report: FaultDetail }) {
  const brief = useBriefText();
  const { t, of, language } = useI18n();
  const other = language === 'ko' ? 'en' : 'ko';
  return (
    <Section title={t('fault.tech.title')}>
      {report.name[other] !== of(report.name) && (
        <chakra.p mb="1" color="ink2" lang={other}>
          {report.name[other]}
        </chakra.p>
      )}
      <Facts
        columns={2}
        rows={[
          [t('fault.system'), report.system === null ? '–' : labelOf(t, `faultSystem.${report.system}`, report.system)],
          [t('fault.agency'), report.agency.name],
          [t('fault.first'), brief(report.occurredAt)],
          [t('fault.person'), report.personInCharge?.name ?? '–'],
        ]}
      />
      {report.knowledge && <Knowledge knowledge={report.knowledge} />}
    </Section>
  );
}

/** The catalogue's technical terms are English, as in the engine maker's documents. */
function Knowledge({
  knowledge: { actionTech, causes, checks, reaction, inducementGroup, selfCuring },
}: {
  knowledge: NonNullable<FaultDetail['knowledge']>;
}) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const rows = [
    [t('fault.tech.reaction'), labelOf(t, `faultReaction.${reaction}`, reaction)],
    ...(inducementGroup === null
      ? []
      : [[t('fault.tech.inducement'), labelOf(t, `inducement.${inducementGroup}`, inducementGroup)]]),
    [t('fault.tech.selfCuring'), t(selfCuring ? 'recordValue.true' : 'recordValue.false')],
    ...(checks.length === 0 ? [] : [[t('fault.tech.checks'), checks.join(', ')]]),
  ] as [string, string][];
  return (
    <chakra.div mt="2">
      <Button kind="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'fault.tech.hide' : 'fault.tech.show')}
      </Button>
      {open && (
        <chakra.div mt="2" display="grid" gap="2">
          <chakra.p lang="en">{actionTech}</chakra.p>
          <chakra.p color="ink2" lang="en">
            {causes.join(', ')}
          </chakra.p>
          <Facts rows={rows} />
        </chakra.div>
      )}
    </chakra.div>
  );
}

const labelOf = (t: I18n['t'], key: string, fallback: string): string => (isMessageKey(key) ? t(key) : fallback);
