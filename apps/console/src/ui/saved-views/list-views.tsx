import { chakra } from '@chakra-ui/react';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../lib/i18n';
import { Button } from '../button';
import { Menu } from '../menu';
import type { Scheduled } from './schedule-dialog';
import type { ViewAct } from './view-dialogs';
import { type OfList, useViews } from './use-views';
import { ViewChoices } from './view-choices';

const ViewDialogs = lazy(() => import('./view-dialogs').then((m) => ({ default: m.ViewDialogs })));

/**
 * The saved views of a list, under one button of its head: which is open, whether it is changed, saving, and the link to
 * what is shown. `scheduled`: of a list that can be exported, what is sent at set times. `brief`: the icon alone, as on a phone.
 */
export function ListViews<R>({
  list,
  columns,
  scheduled,
  brief = false,
}: OfList<R> & { scheduled?: Scheduled; brief?: boolean }) {
  const t = useT();
  const [act, setAct] = useState<ViewAct | null>(null);
  const { views, open, state, changed, show } = useViews({ list, columns });
  const name = open?.name;
  const label = name === undefined ? t('savedView.views') : t('savedView.open', { name });
  return (
    <>
      <Menu
        trigger={
          <Button
            kind={name === undefined ? 'quiet' : 'plain'}
            aria-label={[label, ...(changed ? [t('savedView.changed')] : [])].join(', ')}
            title={name ?? t('savedView.views')}
            icon={<Bookmark size={15} fill={name === undefined ? 'none' : 'currentColor'} />}
          >
            {/* on a phone the head has no room for a name: the menu has it */}
            <chakra.span display={{ base: 'none', md: brief ? 'none' : 'inline' }} maxW="180px" truncate>
              {name ?? t('savedView.short')}
            </chakra.span>
            {changed && (
              <chakra.span color="watch.ink" fontWeight="text">
                <chakra.span display={{ base: 'none', md: brief ? 'none' : 'inline' }}>
                  {t('savedView.changed')}
                </chakra.span>
                <chakra.span display={{ md: brief ? 'inline' : 'none' }}>•</chakra.span>
              </chakra.span>
            )}
          </Button>
        }
      >
        <ViewChoices
          {...{ views, open, state, changed, show }}
          onAct={setAct}
          path={list.name}
          address={list.view.address}
          scheduled={scheduled}
        />
      </Menu>
      {act && (
        <Suspense>
          <ViewDialogs
            {...{ act, state }}
            schema={list.view.schema}
            openName={name}
            path={list.name}
            onClose={() => setAct(null)}
            onShow={show}
          />
        </Suspense>
      )}
    </>
  );
}
