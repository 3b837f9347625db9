import { chakra, Flex } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import type { DiagnosticTestId } from '@headland/domain/diagnostic-test-ids';
import { isTest, testCatalogue } from '@headland/domain/diagnosis/tests';
import { testLabel } from '@headland/i18n/diagnosis-labels';
import { useT } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { Section } from '../../ui/panel';

/** The remote tests for a fault's code, and the page that runs them. For members who may see remote diagnosis. */
export function FaultDiagnosis({ report: { vehicle, code, knowledge, status } }: { report: FaultDetail }) {
  const t = useT();
  const can = useCan();
  if (vehicle.id === 0 || !isOpenFault(status) || !can('remote:R')) return null;
  const to = toRecord('/remoteDetail', vehicle.id);
  const search = { tab: 'tests', code };
  const checks = knowledge?.checks ?? [];
  return (
    <Section
      title={t('fault.diagnosis')}
      actions={
        <TextLink to={to} search={search}>
          {t('fault.diagnose')}
        </TextLink>
      }
    >
      {checks.length === 0 ? (
        <chakra.p color="ink3">{t('fault.diagnosisNone')}</chakra.p>
      ) : (
        <Flex as="ul" aria-label={t('fault.diagnosisTests')} gap="3" wrap="wrap" listStyleType="none" textStyle="dense">
          {checks.map((id) => (
            <li key={id}>
              {runs(id) ? (
                <TextLink {...{ to, search: { ...search, test: id } }}>{testLabel({ t }, id)}</TextLink>
              ) : (
                testLabel({ t }, id)
              )}
            </li>
          ))}
        </Flex>
      )}
    </Section>
  );
}

/** Writes to an engine are no tests and belong to the after-service. */
function runs(id: string): boolean {
  const entry = testCatalogue.byId.get(id as DiagnosticTestId);
  return entry !== undefined && isTest(entry);
}
