import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { Problem } from '../lib/call';
import { useBriefText } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { Button } from './button';
import { LockedNote } from './locked-note';

interface Props {
  problem: Problem;
  /** label, the value as it is now, and as it is in the form */
  rows: readonly { label: string; now: string; yours: string }[];
  /** what is saved now, into the form */
  onReload: () => void;
  /** reads what is saved now, for the difference */
  onRefresh: () => void;
}

/** Over a form whose record somebody else has saved meanwhile (409): who, when, what differs, and the way to the newest. */
export function ChangedMeanwhile({ problem: p, rows, onReload, onRefresh }: Props) {
  const brief = useBriefText();
  const { t, problem } = useI18n();
  const [shown, setShown] = useState(false);
  const { by, at } = p.values;
  const differing = rows.filter((r) => r.now !== r.yours);
  return (
    <Flex direction="column" gap="2">
      <LockedNote
        action={
          <>
            {!shown && (
              <Button
                kind="quiet"
                onClick={() => {
                  onRefresh();
                  setShown(true);
                }}
              >
                {t('form.showDifference')}
              </Button>
            )}
            <Button onClick={onReload}>{t('form.reload')}</Button>
          </>
        }
      >
        {typeof by === 'string' && typeof at === 'string' && p.values.what === undefined
          ? t('form.changedBy', { by, at: brief(at) })
          : problem(p)}
      </LockedNote>
      {shown && differing.length === 0 && (
        <chakra.p textStyle="dense" color="ink2">
          {t('form.noDifference')}
        </chakra.p>
      )}
      {shown && differing.length > 0 && (
        <chakra.table textStyle="dense" css={tableCss}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('form.now')}</th>
              <th scope="col">{t('form.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((r) => (
              <tr key={r.label}>
                <th scope="row">{r.label}</th>
                <td>{r.now || '–'}</td>
                <td>{r.yours || '–'}</td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      )}
    </Flex>
  );
}

const tableCss = {
  width: '100%',
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--ink-3)', fontSize: '12px' },
  '& th, & td': {
    padding: '4px 8px 4px 0',
    borderBottom: '1px solid var(--line)',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
} as const;
