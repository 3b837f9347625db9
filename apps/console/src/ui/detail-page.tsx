import { chakra, Flex } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from './button';
import { HelpButton } from './help-button';
import { Card, Page } from './panel';
import type { RecordList } from './with-record';

interface Props {
  /** the record's name: also the title of the document */
  title: string;
  /** after the name: its model, its state */
  beside?: ReactNode;
  list: Pick<RecordList, 'to' | 'search' | 'label'>;
  /** links and buttons at the right end */
  actions?: ReactNode;
  /** the width from which the cards are in two columns */
  two?: 'lg' | 'xl';
  /** cards */
  children: ReactNode;
}

/** The page of one record: its name with a way back to the list, what one can do with it, and cards in one or two columns. */
export function DetailPage({ title, beside, list, actions, two = 'lg', children }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  return (
    <Page
      head={
        <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
          <IconButton
            label={list.label}
            icon={<ArrowLeft size={18} />}
            onClick={() => void navigate({ to: list.to, ...(list.search && { search: list.search }) })}
            ml="-2"
          />
          <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
            {title}
          </chakra.h1>
          {beside !== undefined && <chakra.span color="ink2">{beside}</chakra.span>}
          <chakra.span flex="1" />
          {actions}
          <HelpButton />
        </Flex>
      }
    >
      <chakra.div
        // what is hidden for screen readers only hangs on this box, or the page itself would scroll to it
        pos="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        // read with the arrow keys where nothing in it takes the focus
        tabIndex={0}
        px={{ base: '3', md: '4' }}
        pb="4"
        display="grid"
        gap="3"
        alignContent="start"
        // cards that hide what overflows would shrink to the height of the page
        gridAutoRows="max-content"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', [two]: 'minmax(0,1fr) minmax(0,1fr)' }}
      >
        {children}
      </chakra.div>
    </Page>
  );
}

interface CardProps {
  title: string;
  count?: number;
  /** at the right end of its head */
  actions?: ReactNode;
  /** over both columns */
  wide?: boolean;
  /** a table that goes to its edges */
  flush?: boolean;
  children: ReactNode;
}
/** A titled part of a record's page, a region of its own for screen readers. */
export function DetailCard({ title, count, actions, wide = false, flush = false, children }: CardProps) {
  return (
    <Card
      as="section"
      aria-label={title}
      gridColumn={wide ? '1 / -1' : undefined}
      overflow={flush ? 'hidden' : undefined}
      display="flex"
      flexDirection="column"
    >
      <Flex px="4" pt="3" pb="2" gap="2" align="baseline">
        <chakra.h2 textStyle="strong">{title}</chakra.h2>
        {count !== undefined && (
          <chakra.span textStyle="dense" color="ink3" className="num">
            {count}
          </chakra.span>
        )}
        {actions !== undefined && (
          <Flex flex="1" justify="flex-end" gap="2" align="center">
            {actions}
          </Flex>
        )}
      </Flex>
      {flush ? (
        children
      ) : (
        <chakra.div px="4" pb="4" flex="1">
          {children}
        </chakra.div>
      )}
    </Card>
  );
}

/** A link to another page within a text, with its search; without `to` (no permission) the text alone. */
export function TextLink({
  to,
  search,
  replace = false,
  children,
}: {
  to: string | null;
  search?: Record<string, string>;
  /** from one record to the next of its kind: Back leaves them all */
  replace?: boolean;
  children: ReactNode;
}) {
  if (to === null) return <>{children}</>;
  return (
    <chakra.span color="accent" fontWeight="500" css={{ '& a:hover': { textDecoration: 'underline' } }}>
      <Link to={to} replace={replace} {...(search === undefined ? {} : { search: search })}>
        {children}
      </Link>
    </chakra.span>
  );
}

/** A free text among facts: its lines stay and begin at the left; a short one ends where the other facts do. */
export function LongText({ text }: { text: string }) {
  return (
    <chakra.span display="inline-block" whiteSpace="pre-wrap" textAlign="left">
      {text || '–'}
    </chakra.span>
  );
}
