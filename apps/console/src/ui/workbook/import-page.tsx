import { chakra, Flex } from '@chakra-ui/react';
import { ArrowLeft, Check, FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { Button, IconButton } from '../button';
import { HelpButton } from '../help-button';
import { Page } from '../panel';
import { StateMark } from '../state-mark';

export type ImportStep = 'file' | 'check' | 'preview' | 'result';
interface Props {
  title: string;
  /** back to the list */
  back: { label: string; onClick: () => void };
  steps: readonly ImportStep[];
  step: ImportStep;
  /** of the file */
  name?: string | undefined;
  children: ReactNode;
}
/** An import: where one is of its steps, and the way back to the list. */
export function ImportPage({ title, back, steps, step, name, children }: Props) {
  const { t } = useI18n();
  const now = steps.indexOf(step);
  return (
    <Page
      head={
        <Flex
          as="header"
          px="4"
          py="3"
          minH="14"
          gap="3"
          align="center"
          wrap="wrap"
          flexShrink={0}
          borderBottom="1px solid"
          borderColor="line"
        >
          <IconButton label={back.label} icon={<ArrowLeft size={18} />} onClick={back.onClick} ml="-2" />
          <chakra.div minW="0">
            <chakra.h1 textStyle="title">{title}</chakra.h1>
            {name !== undefined && (
              <chakra.p textStyle="small" color="ink3" overflowWrap="anywhere">
                {name}
              </chakra.p>
            )}
          </chakra.div>
          <chakra.span flex="1" />
          <chakra.ol
            aria-label={t('workbook.steps')}
            display="flex"
            gap={{ base: '2', md: '4' }}
            listStyleType="none"
            p="0"
            flexWrap="wrap"
            textStyle="dense"
          >
            {steps.map((s, i) => (
              <chakra.li
                key={s}
                aria-current={i === now ? 'step' : undefined}
                display="inline-flex"
                alignItems="center"
                gap="1.5"
                color={i === now ? 'ink' : 'ink3'}
                fontWeight={i === now ? 600 : 400}
              >
                <chakra.span
                  display="inline-grid"
                  placeItems="center"
                  w="5"
                  h="5"
                  borderRadius="10px"
                  textStyle="micro"
                  className="num"
                  border="1px solid"
                  borderColor={i === now ? 'accent' : 'lineStrong'}
                  bg={i === now ? 'accent' : 'transparent'}
                  color={i === now ? 'onAccent' : 'inherit'}
                >
                  {i < now ? <Check size={12} aria-hidden /> : i + 1}
                </chakra.span>
                {t(`workbook.step.${s}`)}
              </chakra.li>
            ))}
          </chakra.ol>
          <HelpButton />
        </Flex>
      }
    >
      {children}
    </Page>
  );
}

export const ImportMiddle = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" align="center" justify="center" textAlign="center" gap="3" flex="1" p="6">
    {children}
  </Flex>
);

/** The file as a whole is refused. */
export function ImportRefused({ problem: refused, children }: { problem: Problem; children: ReactNode }) {
  const { t, problem } = useI18n();
  return (
    <ImportMiddle>
      <Flex role="alert" direction="column" align="center" gap="2">
        <Flex align="center" gap="2" color="now.ink" textStyle="strong">
          <StateMark state="now" />
          {t('workbook.refused')}
        </Flex>
        <chakra.p textStyle="body" color="ink2" maxW="52ch">
          {problem(refused)}
        </chakra.p>
        {refused.reference && (refused.status === 0 || refused.status >= 500) && (
          <chakra.p textStyle="small" color="ink3" className="num">
            {t('common.code')} {refused.code} · {t('common.reference')} {refused.reference}
          </chakra.p>
        )}
      </Flex>
      {children}
    </ImportMiddle>
  );
}

interface VerdictProps {
  good: boolean;
  /** what the check found, and how many of which */
  title: string;
  counts: string;
  children: ReactNode;
}
/** What the check found, above the rows, with what can be done now. */
export function ImportVerdict({ good, title, counts, children }: VerdictProps) {
  const { t } = useI18n();
  return (
    <>
      <Flex
        role="status"
        align="center"
        gap="3"
        px="4"
        py="2.5"
        wrap="wrap"
        flexShrink={0}
        bg={good ? 'surface' : 'now.soft'}
        borderBottom="1px solid"
        borderColor={good ? 'line' : 'now.line'}
      >
        <Flex align="center" gap="2" textStyle="strong" color={good ? 'ink' : 'now.ink'}>
          <StateMark state={good ? 'normal' : 'now'} />
          {title}
        </Flex>
        <chakra.span textStyle="dense" color="ink2" className="num">
          {counts}
        </chakra.span>
        <chakra.span flex="1" />
        {children}
      </Flex>
      {!good && (
        <chakra.p px="4" py="2" textStyle="dense" color="ink2" flexShrink={0}>
          {t('workbook.allOrNothing')}
        </chakra.p>
      )}
    </>
  );
}

/** Its title takes the focus, since what had it is gone. */
export function ImportDone({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <ImportMiddle>
      <Flex align="center" gap="2">
        <StateMark state="normal" />
        <chakra.h2 ref={head} tabIndex={-1} textStyle="title" outline="0">
          {title}
        </chakra.h2>
      </Flex>
      <chakra.p textStyle="body" color="ink2" maxW="52ch">
        {text}
      </chakra.p>
      <Flex gap="2" wrap="wrap" justify="center">
        {children}
      </Flex>
    </ImportMiddle>
  );
}

export interface AnotherFileLook {
  primary?: boolean;
  label?: 'workbook.anotherFile' | 'workbook.correctedFile' | 'workbook.moreFiles';
}
/** To the first step, with another file. */
export function AnotherFile({
  primary = false,
  label = 'workbook.anotherFile',
  onClick,
}: AnotherFileLook & { onClick: () => void }) {
  const { t } = useI18n();
  return (
    <Button kind={primary ? 'primary' : 'plain'} icon={<FileUp size={15} />} onClick={onClick}>
      {t(label)}
    </Button>
  );
}
