import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * List and detail side by side. Under 1200 px there is room for one: the detail replaces the list and Back returns,
 * because the open row is in the URL.
 */
export function SplitView({
  list,
  detail,
  width = '428px',
  listWidth,
}: {
  list: ReactNode;
  detail: ReactNode | null;
  width?: string;
  listWidth?: string;
}) {
  const open = detail !== null && detail !== undefined && detail !== false;
  const columns = !open ? 'minmax(0,1fr)' : listWidth ? `${listWidth} minmax(0,1fr)` : `minmax(0,1fr) ${width}`;
  return (
    <chakra.div
      flex="1"
      minH="0"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: columns }}
      gridTemplateRows="minmax(0,1fr)"
      borderTop="1px solid"
      borderColor="line"
    >
      <chakra.div
        minW="0"
        minH="0"
        display={{ base: open ? 'none' : 'flex', xl: 'flex' }}
        flexDirection="column"
        bg="surface"
      >
        {list}
      </chakra.div>
      {open && (
        <chakra.div
          minW="0"
          minH="0"
          display="flex"
          flexDirection="column"
          bg="surface"
          borderLeft={{ base: '0', xl: '1px solid' }}
          borderColor={{ xl: 'lineStrong' }}
        >
          {detail}
        </chakra.div>
      )}
    </chakra.div>
  );
}
