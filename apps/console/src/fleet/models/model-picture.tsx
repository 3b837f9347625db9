import { chakra } from '@chakra-ui/react';
import type { ModelRow } from '@headland/contracts/model';
import { StoredImage } from '../../ui/stored-image';
import { MachineShape } from './machine-shape';

/** The picture of a model, or the outline of its machine where it has none. */
export function ModelPicture({
  model: m,
  size,
}: {
  model: Pick<ModelRow, 'name' | 'machine' | 'imageId' | 'imageAlt'>;
  size: 'row' | 'page';
}) {
  const shape = <MachineShape machine={m.machine} width={size === 'row' ? 30 : 140} />;
  return (
    <chakra.span css={size === 'row' ? rowCss : pageCss} data-shape={m.imageId === null || undefined}>
      {m.imageId === null ? (
        shape
      ) : (
        <StoredImage
          id={m.imageId}
          size={size === 'row' ? 'thumb' : 'full'}
          alt={m.imageAlt || (size === 'row' ? '' : m.name)}
          fit={size === 'row' ? 'cover' : 'contain'}
          fallback={shape}
        />
      )}
    </chakra.span>
  );
}

const frame = {
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: 'var(--r-chip)',
  background: 'var(--sunken)',
  color: 'var(--ink-3)',
} as const;
const rowCss = { ...frame, width: '42px', height: '28px' } as const;
const pageCss = { ...frame, width: '100%', height: '100%', minHeight: '180px', maxHeight: '320px' } as const;
