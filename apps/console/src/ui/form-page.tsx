import { chakra, Flex } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useI18n } from '../lib/i18n';
import { Button, IconButton } from './button';
import { HelpButton } from './help-button';
import { Card, Page } from './panel';

interface Props {
  title: string;
  /** below the title: what is done to it */
  under?: string | undefined;
  /** beside the buttons: that a draft is kept */
  note?: string | undefined;
  /** `busy` while it is sent; a `problem` of the whole form is brought into sight */
  form: { busy: boolean; problem: unknown };
  /** absent: nothing can be saved here, and the page gives the reason */
  onSave?: (() => void) | undefined;
  onCancel: () => void;
  /** why it cannot be saved just now, while a picture is being sent */
  blocked?: string | undefined;
  maxW?: string;
  children: ReactNode;
}

/** The page of a form: its head and its buttons stay, the fields scroll between them, Enter saves. */
export function FormPage({ title, under, note, form, onSave, onCancel, blocked, maxW = '960px', children }: Props) {
  const { t } = useI18n();
  const formId = useId();
  const body = useRef<HTMLDivElement>(null);
  // an error of the whole form is shown at the top
  useEffect(() => {
    if (form.problem && body.current) body.current.scrollTop = 0;
  }, [form.problem]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (blocked === undefined) onSave?.();
  };
  return (
    <Page
      head={
        <Flex as="header" px="4" py="3" minH="14" gap="3" align="center" flexShrink={0}>
          <IconButton label={t('common.cancel')} icon={<ArrowLeft size={18} />} onClick={onCancel} ml="-2" />
          <chakra.div minW="0">
            <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
              {title}
            </chakra.h1>
            {under !== undefined && (
              <chakra.p textStyle="small" color="ink3">
                {under}
              </chakra.p>
            )}
          </chakra.div>
          <chakra.span flex="1" />
          <HelpButton />
        </Flex>
      }
    >
      {/* what is hidden for screen readers only hangs on this box, or the page itself would scroll to it */}
      <chakra.div
        ref={body}
        pos="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        pb="4"
        scrollPaddingBottom="16"
      >
        <chakra.form
          id={formId}
          noValidate
          display="grid"
          gap="3"
          maxW={maxW}
          gridTemplateColumns="minmax(0,1fr)"
          onSubmit={submit}
        >
          {children}
        </chakra.form>
      </chakra.div>
      <chakra.footer flexShrink={0} px="4" py="3" borderTop="1px solid" borderColor="lineStrong" bg="sunken">
        {/* the buttons end where the fields do */}
        <Flex maxW={maxW} gap="2" align="center">
          <chakra.span flex="1" textStyle="small" color="ink3">
            {note}
          </chakra.span>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          {onSave && (
            <Button
              kind="primary"
              type="submit"
              form={formId}
              busy={form.busy}
              disabled={blocked !== undefined}
              reason={blocked}
            >
              {t('common.save')}
            </Button>
          )}
        </Flex>
      </chakra.footer>
    </Page>
  );
}

/** Fields that belong together, in two columns where there is room; one that needs the row gives itself `gridColumn="1 / -1"`. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" role="group" aria-label={title} px="4" pt="3" pb="4">
      <chakra.h2 textStyle="strong" mb="3">
        {title}
      </chakra.h2>
      <chakra.div
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(0,1fr)' }}
      >
        {children}
      </chakra.div>
    </Card>
  );
}
