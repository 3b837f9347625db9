import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { Button } from './button';
import { StateMark } from './state-mark';

/** Why there is nothing, and what to do next. */
export function EmptyState({
  title,
  text,
  action,
  icon,
  heads = false,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** it is all of its page: the title is the page's heading */
  heads?: boolean;
}) {
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      textAlign="center"
      gap="2"
      p="8"
      flex="1"
      minH="40"
      color="ink2"
    >
      {icon && (
        <chakra.span color="ink3" mb="1">
          {icon}
        </chakra.span>
      )}
      <chakra.p as={heads ? 'h1' : 'p'} textStyle="strong" color="ink">
        {title}
      </chakra.p>
      {text && (
        <chakra.p textStyle="dense" maxW="46ch">
          {text}
        </chakra.p>
      )}
      {action && <chakra.div mt="2">{action}</chakra.div>}
    </Flex>
  );
}

/** What happened, the code, the reference that the log can be searched for, and another try. What was on screen stays with the caller. */
export function ErrorState({
  error,
  onRetry,
  compact = false,
}: {
  error: unknown;
  onRetry?: () => void;
  compact?: boolean;
}) {
  const { t, problem } = useI18n();
  const p = error instanceof Problem ? error : new Problem('INTERNAL');
  return (
    <Flex
      role="alert"
      direction={compact ? 'row' : 'column'}
      align="center"
      justify="center"
      textAlign={compact ? 'left' : 'center'}
      gap="2"
      p={compact ? '3' : '8'}
      flex={compact ? undefined : '1'}
      wrap="wrap"
    >
      <Flex align="center" gap="2" color="now.ink" fontWeight="600">
        <StateMark state="now" />
        {t('common.failed')}
      </Flex>
      <chakra.p textStyle="dense" color="ink2" maxW="52ch">
        {problem(p)}
      </chakra.p>
      <chakra.p textStyle="small" color="ink3" className="num">
        {t('common.code')} {p.code}
        {p.reference ? ` · ${t('common.reference')} ${p.reference}` : ''}
      </chakra.p>
      {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
    </Flex>
  );
}

/** Why an act was refused, in its form or dialog: nothing was to be loaded. */
export function ActError({ error }: { error: unknown }) {
  const { t, problem } = useI18n();
  const p = error instanceof Problem ? error : new Problem('INTERNAL');
  return (
    <Flex role="alert" gap="2" p="3" align="baseline" wrap="wrap">
      <StateMark state="now" />
      <chakra.p textStyle="dense" color="now.ink" fontWeight="600" maxW="52ch">
        {problem(p)}
      </chakra.p>
      <chakra.p textStyle="small" color="ink3" className="num">
        {t('common.code')} {p.code}
        {p.reference ? ` · ${t('common.reference')} ${p.reference}` : ''}
      </chakra.p>
    </Flex>
  );
}

/** Bars in the shape of what comes. Nothing for the first 200 ms, so that a quick answer does not flicker. */
export function Skeleton({ rows = 8, height = 40 }: { rows?: number; height?: number }) {
  const { t } = useI18n();
  const late = useLate(200);
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')} flex="1" minH="0" overflow="hidden">
      {late &&
        Array.from({ length: rows }, (_, i) => (
          <Flex key={i} align="center" gap="4" px="4" style={{ height }} borderBottom="1px solid" borderColor="line">
            <Bone width={`${22 - ((i * 3) % 7)}%`} />
            <Bone width={`${12 + ((i * 5) % 9)}%`} />
            <chakra.span flex="1" />
            <Bone width={`${9 + ((i * 2) % 5)}%`} />
          </Flex>
        ))}
    </chakra.div>
  );
}

export function Bone({ width, height = 12 }: { width: string | number; height?: number }) {
  return (
    <chakra.span
      display="block"
      bg="hover"
      borderRadius="chip"
      style={{ width, height }}
      animation="shimmer 900ms ease-in-out infinite alternate"
    />
  );
}

function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
