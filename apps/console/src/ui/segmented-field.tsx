import { chakra } from '@chakra-ui/react';
import { type FieldProps, Frame } from './field-frame';
import { Segmented } from './tabs';

interface Props<V extends string> extends Pick<FieldProps, 'label' | 'value' | 'onChange' | 'error' | 'help' | 'name'> {
  choices: readonly { value: V; label: string }[];
}
/** A few exclusive choices as a field of a form. */
export function SegmentedField<V extends string>({ choices, ...field }: Props<V>) {
  return (
    <Frame {...field} group>
      {() => (
        <chakra.div minW="0" overflowX="auto">
          <Segmented label={field.label} value={field.value as V} choices={choices} onChange={field.onChange} />
        </chakra.div>
      )}
    </Frame>
  );
}
