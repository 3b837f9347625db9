import { chakra } from '@chakra-ui/react';
import type { CellError } from '@headland/contracts/workbook';
import { isMessageKey } from '@headland/i18n/catalogue';
import { type Translate, useI18n, withTimes } from '../../lib/i18n';
import { StateMark } from '../state-mark';

/** What is wrong with a cell. `label` is the title of its column. */
export const cellErrorText = (t: Translate, { message, values }: CellError, label: string): string =>
  isMessageKey(message) ? t(message, { label, ...withTimes(values ?? {}) }) : message;

/** The content of an invalid cell. */
export function BadCell({ value, title }: { value: string; title?: string }) {
  const { t } = useI18n();
  return (
    <chakra.span
      className="num"
      display="inline-flex"
      maxW="100%"
      gap="1.5"
      alignItems="center"
      color="now.ink"
      fontWeight="600"
      title={title}
    >
      <StateMark state="now" size={9} />
      <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
        {value || t('workbook.emptyCell')}
      </chakra.span>
    </chakra.span>
  );
}
