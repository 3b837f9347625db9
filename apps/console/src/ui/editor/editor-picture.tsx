import { chakra } from '@chakra-ui/react';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { useI18n } from '../../lib/i18n';
import { StoredImage } from '../stored-image';

/** A picture in the editor, read with the session as it is not published yet, and the words for it. */
export function EditorPicture({ node, updateAttributes, selected }: ReactNodeViewProps) {
  const { t } = useI18n();
  const { src, alt } = node.attrs as { src: string; alt: string };
  const id = /([\w-]{22})(?:\?|$)/u.exec(src)?.[1];
  return (
    <NodeViewWrapper>
      <chakra.figure
        contentEditable={false}
        display="grid"
        gap="1.5"
        p="2"
        my="2"
        maxW="360px"
        border="1px solid"
        borderColor={selected ? 'accent' : 'line'}
        borderRadius="control"
        bg="sunken"
      >
        <chakra.div data-drag-handle minH="80px" maxH="220px" overflow="hidden" cursor="grab">
          {id !== undefined && <StoredImage id={id} alt={alt} size="thumb" fit="contain" fallback={null} />}
        </chakra.div>
        <chakra.input
          value={alt}
          aria-label={t('image.alt')}
          placeholder={t('image.alt')}
          maxLength={100}
          h="8"
          px="2"
          textStyle="dense"
          bg="surface"
          border="1px solid"
          borderColor="lineControl"
          borderRadius="control"
          onChange={(e) => updateAttributes({ alt: e.target.value })}
          onKeyDown={(e) => e.stopPropagation()}
        />
      </chakra.figure>
    </NodeViewWrapper>
  );
}
