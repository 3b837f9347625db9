import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ListBody } from '../../ui/list-page';
import type { ScreenState } from './use-screen';

type BodyProps<R> = Parameters<typeof ListBody<R>>[0];
interface Props<R> {
  title: string;
  list: BodyProps<R>['list'];
  table: BodyProps<R>['table'];
  empty: BodyProps<R>['empty'];
  kind: 'org' | 'user';
  screen: ScreenState;
  filters: ReactNode;
  /** something besides the choice in the tree is set */
  filtered: boolean;
}

/** One of the two lists of this screen: the open row is in `?org=` or `?user=`, and a reset keeps the choice in the tree. */
export function ListFrame<R>({ title, list, table, empty, kind, screen, filters, filtered }: Props<R>) {
  const { shown } = screen;
  return (
    <>
      <chakra.div display={{ base: shown ? 'none' : 'contents', xl: 'contents' }}>{filters}</chakra.div>
      <chakra.div flex="1" minH="0" display="flex" flexDirection="column" borderTop="1px solid" borderColor="line">
        <ListBody
          title={title}
          list={{
            ...list,
            filtered,
            reset: screen.reset,
            openId: shown?.kind === kind && shown.id !== 0 ? shown.id : null,
            open: (id) => screen.show(id === null ? null : { kind, id, edit: false }),
          }}
          table={table}
          empty={empty}
          beside={shown !== null}
        />
      </chakra.div>
    </>
  );
}
