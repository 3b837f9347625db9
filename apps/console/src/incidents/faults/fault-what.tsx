import { chakra } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useState } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import { briefText, momentText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Facts, Section } from '../../ui/panel';

/** The fault and its first steps; technical details are one click further. */
export function FaultWhat({ report }: { report: FaultDetail }) {
  const { t, of, language } = useI18n();
  return (
    <Section>
      <Facts
        columns={2}
        rows={[
          [t('fault.part'), of(report.part)],
          [t('fault.spnFmi'), report.spn === null ? '–' : `${report.spn} / ${report.fmi ?? '–'}`],
          [t('fault.count'), t('fault.countLast', { n: report.count, time: briefText(report.lastAt, Date.now()) })],
          [t('fault.lamp'), lampText(report.lamp, t)],
          [t('fault.system'), report.system === null ? '–' : labelOf(t, `faultSystem.${report.system}`, report.system)],
          [t('fault.agency'), report.agency.name],
          [t('fault.first'), briefText(report.occurredAt, Date.now())],
          [t('fault.person'), report.personInCharge?.name ?? '–'],
        ]}
      />
      {report.name[language === 'ko' ? 'en' : 'ko'] !== of(report.name) && (
        <chakra.p mt="2" color="ink3" textStyle="small" lang={language === 'ko' ? 'en' : 'ko'}>
          {report.name[language === 'ko' ? 'en' : 'ko']}
        </chakra.p>
      )}
      {report.knowledge === null && (
        <chakra.p mt="2" color="watch.ink">
          {t('fault.gap')}
        </chakra.p>
      )}
      {report.clearedAt && (
        <chakra.p mt="2" color="ink2">
          {t('fault.cleared')} · <span className="num">{momentText(report.clearedAt)}</span>
        </chakra.p>
      )}
      {report.whatToDo && (
        <chakra.p mt="3" px="3" py="2" bg="sunken" borderRadius="control">
          {of(report.whatToDo)}
        </chakra.p>
      )}
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
        {t('fault.tech.title')}
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

const lampText = (lamp: string | null, t: I18n['t']): string =>
  lamp === null ? '–' : labelOf(t, `lamp.${lamp}`, lamp);
const labelOf = (t: I18n['t'], key: string, fallback: string): string => (isMessageKey(key) ? t(key) : fallback);
