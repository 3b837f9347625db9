import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { useT } from '../lib/i18n';
import { IconButton } from '../ui/button';

export const CloseContext = createContext<() => void>(() => undefined);
/** For actions completed in a panel. */
export const useClosePanel = (): (() => void) => use(CloseContext);

/** The inside of a panel: head with Close, a scrolling body, and a fixed footer. */
export function PanelBody({
  title,
  actions,
  under,
  foot,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  under?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const close = useClosePanel();
  return (
    <>
      <Flex
        align="center"
        gap="2"
        pl="4"
        pr="2"
        minH="13"
        py="2"
        flexShrink={0}
        borderBottom="1px solid"
        borderColor="line"
      >
        <chakra.h2 id="panel-title" textStyle="title" letterSpacing="-.01em" flex="1" minW="0">
          {title}
        </chakra.h2>
        {actions}
        <IconButton label={t('common.close')} icon={<X size={16} />} onClick={close} />
      </Flex>
      {under}
      <chakra.div flex="1" minH="0" overflowY="auto">
        {children}
      </chakra.div>
      {foot && (
        <chakra.div flexShrink={0} borderTop="1px solid" borderColor="lineStrong" bg="sunken" px="4" py="3">
          {foot}
        </chakra.div>
      )}
    </>
  );
}
