import { chakra, Flex } from '@chakra-ui/react';
import { contentLimits, visibleLength } from '@headland/contracts/content';
import { lazy, Suspense } from 'react';
import { useI18n } from '../../lib/i18n';
import { withTimeout } from '../../lib/screen';
import { type FieldProps, Frame } from '../field-frame';
import { Bone } from '../states';

/** With its library it is larger than the rest of a form: it is loaded where a text is edited. */
const RichEditor = lazy(withTimeout(() => import('./rich-editor')));

interface Props extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'onBlur' | 'error' | 'errorValues' | 'name'> {
  onBusy?: (busy: boolean) => void;
}
/** A text with headings, lists, links and images, and how much of its length is used. */
export function RichField({ onBusy, ...field }: Props) {
  const { t } = useI18n();
  const length = visibleLength(field.value);
  const over = length > contentLimits.characters;
  return (
    <chakra.div display="grid" gap="1">
      <Frame
        {...field}
        group
        choice={false}
        help={field.error === undefined ? t('content.help', { images: contentLimits.images }) : undefined}
      >
        {({ id: _, ...a11y }) => (
          <Suspense fallback={<Bone width="100%" height={230} />}>
            <RichEditor
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onBusy={onBusy}
              name={field.name}
              bad={field.error !== undefined || over}
              a11y={a11y}
            />
          </Suspense>
        )}
      </Frame>
      <Flex justify="flex-end" mt={{ base: '0', md: field.error === undefined ? '-22px' : '0' }}>
        <chakra.span className="num" aria-live="polite" textStyle="small" color={over ? 'now.ink' : 'ink3'}>
          {t('content.counted', { n: length, most: contentLimits.characters })}
        </chakra.span>
      </Flex>
    </chakra.div>
  );
}
