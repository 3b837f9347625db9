import { chakra, Flex } from '@chakra-ui/react';
import type { CustomerDetail, TermStep } from '@headland/contracts/customer';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { type Column, Table } from '../../ui/table';
import { TermState } from './customer-parts';

/** The present state of each term, and all its answers. */
export function CustomerTerms({ customer: c }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  const columns = useColumns();
  return (
    <Flex direction="column" gap="3">
      <chakra.ul listStyleType="none" pl="0" textStyle="dense" aria-label={t('customer.termsNow')}>
        {c.terms.map(({ term, version, state, required }) => (
          <Flex
            as="li"
            key={term}
            gap="3"
            py="1.5"
            align="baseline"
            borderTop="1px solid"
            borderColor="line"
            _first={{ borderTop: '0' }}
          >
            <chakra.span flex="1" minW="0">
              {t(`customer.field.terms.${term}`)}{' '}
              <chakra.span color="ink3" className="num">
                {t('customer.termVersion', { version })}
              </chakra.span>
            </chakra.span>
            {required ? (
              <TermState state={state} />
            ) : (
              <span>{t(state === 'missing' ? 'customer.notAgreed' : 'customer.agreed')}</span>
            )}
          </Flex>
        ))}
      </chakra.ul>
      {c.answers.length === 0 ? (
        <chakra.p textStyle="dense" color="ink3">
          {t('customer.noAnswers')}
        </chakra.p>
      ) : (
        <chakra.div overflowX="auto" mx="-4">
          <Table label={t('customer.termsPast')} columns={columns} rows={c.answers} idOf={idOf} />
        </chakra.div>
      )}
    </Flex>
  );
}

const idOf = (a: TermStep): number => a.id;

function useColumns(): Column<TermStep>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        key: 'on',
        title: t('customer.answeredOn'),
        width: '100px',
        cell: (r) => <chakra.span className="num">{r.on}</chakra.span>,
      },
      {
        key: 'term',
        title: t('customer.term'),
        cell: (r) => (
          <chakra.span display="block" minW="120px" whiteSpace="normal">
            {t(`customer.field.terms.${r.term}`)}
          </chakra.span>
        ),
      },
      {
        key: 'version',
        title: t('customer.version'),
        width: '96px',
        cell: (r) => <chakra.span className="num">{r.version}</chakra.span>,
      },
      {
        key: 'answer',
        title: t('customer.answer'),
        width: '76px',
        cell: (r) => t(r.agreed ? 'customer.agreed' : 'customer.withdrewTerm'),
      },
      { key: 'way', title: t('customer.answeredWay'), width: '76px', cell: (r) => t(`customer.way.${r.way}`) },
      { key: 'by', title: t('customer.recordedBy'), cell: (r) => r.by ?? t('customer.byThemselves') },
    ],
    [t],
  );
}
