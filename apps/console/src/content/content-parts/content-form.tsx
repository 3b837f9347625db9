import { chakra } from '@chakra-ui/react';
import { visibleText } from '@headland/contracts/content';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { ReactNode } from 'react';
import type { I18n } from '../../lib/i18n';
import { picturesOf } from './images-field';

/** The fields, and beside them what the app will show. */
export function ContentFormLayout({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 364px' }}
    >
      <chakra.div display="grid" gap="3" minW="0" gridTemplateColumns="minmax(0,1fr)">
        {children}
      </chakra.div>
      {preview}
    </chakra.div>
  );
}

const choices: Record<string, string> = {
  ...{ type: 'noticeType', target: 'noticeTarget', os: 'osType', posting: 'posting', display: 'display' },
  ...{ state: 'posting', pushState: 'notice.pushState', category: 'faqCategory' },
};
/** A value of a form or of the log in words. */
export function contentText({ t, number }: I18n, name: string, value: string): string {
  if (name === 'content') return visibleText(value).replace(/ \[[\da-f]{6}\]$/u, '');
  if (name === 'images') return value.startsWith('[{') || value === '' ? number(picturesOf(value).length) : value;
  const key = `${choices[name] ?? ''}.${value}`;
  return isMessageKey(key) ? t(key) : value;
}
