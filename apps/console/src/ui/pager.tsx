import { chakra, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, Rows3, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Page } from '@headland/contracts/endpoint';
import { useI18n } from '../lib/i18n';
import { useStored } from '../lib/session/store';
import { IconButton } from './button';

export const pageSizes = [10, 20, 50, 100] as const;

interface PagerProps {
  page: Page;
  onChange: (page: { page: number; size: number }) => void;
  /** the server has counted to the end */
  exact?: boolean;
  /** what else is about how the rows look */
  children?: ReactNode;
}
/** Where one is in a list, how many rows at a time, and how dense. */
export function Pager({ page, onChange, exact = true, children }: PagerProps) {
  const { t, number } = useI18n();
  const [compact, setCompact] = useStored('compact');
  const last = Math.max(1, Math.ceil(page.total / page.size));
  const from = page.total === 0 ? 0 : (page.number - 1) * page.size + 1;
  return (
    <Flex
      as="footer"
      h="11"
      flexShrink={0}
      align="center"
      gap="2"
      pl="4"
      pr="2"
      borderTop="1px solid"
      borderColor="line"
      bg="surface"
      textStyle="dense"
      color="ink2"
      className="num"
    >
      <span>
        {t('common.rangeOf', {
          from: number(from),
          to: number(Math.min(page.total, page.number * page.size)),
          total: `${number(page.total)}${exact ? '' : '+'}`,
        })}
      </span>
      <chakra.span flex="1" />
      {children}
      <IconButton
        label={t('common.compact')}
        aria-pressed={compact}
        icon={compact ? <Rows4 size={15} /> : <Rows3 size={15} />}
        onClick={() => setCompact(!compact)}
      />
      <chakra.select
        aria-label={t('common.rowsPerPage')}
        value={page.size}
        onChange={(e) => onChange({ page: 1, size: Number(e.target.value) })}
        bg="transparent"
        border="0"
        h="8"
        cursor="pointer"
        css={{ '& option': { background: 'var(--raised)', color: 'var(--ink)' } }}
      >
        {pageSizes.map((n) => (
          <option key={n} value={n}>
            {t('common.rows', { n })}
          </option>
        ))}
      </chakra.select>
      <IconButton
        label={t('common.previousPage')}
        icon={<ChevronLeft size={16} />}
        disabled={page.number <= 1}
        onClick={() => onChange({ page: page.number - 1, size: page.size })}
      />
      <span>
        {number(page.number)} / {number(last)}
      </span>
      <IconButton
        label={t('common.nextPage')}
        icon={<ChevronRight size={16} />}
        disabled={page.number >= last}
        onClick={() => onChange({ page: page.number + 1, size: page.size })}
      />
    </Flex>
  );
}
