import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { PackedElement, PackedMessage } from './packed-message';

/** Throws at what the product's messages do not use: dates, formats of numbers, tags, ordinals. */
export function packMessage(text: string): PackedMessage {
  const [first, ...more] = packAll(parse(text, { captureLocation: false }));
  return typeof first === 'string' && more.length === 0 ? first : first === undefined ? '' : [first, ...more];
}

const packAll = (elements: readonly MessageFormatElement[]): PackedElement[] => elements.map(pack);

function pack(element: MessageFormatElement): PackedElement {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return 0;
    case TYPE.argument:
      return [element.value];
    case TYPE.number:
      if (element.style) break;
      return [element.value, 2];
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType !== 'cardinal') break;
      return [element.value, 6, packOptions(element.options)];
    case TYPE.select:
      return [element.value, 5, packOptions(element.options)];
  }
  throw new Error(`The console cannot format ${JSON.stringify(element)}: see packed-message.ts`);
}

const packOptions = (options: Record<string, { value: MessageFormatElement[] }>): Record<string, PackedElement[]> =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, packAll(value)]));
