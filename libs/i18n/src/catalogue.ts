import { common } from './common';
import { dash } from './dash';
import { delivery } from './delivery';
import { error } from './error';
import { fault } from './fault';
import { field } from './field';
import { live } from './live';
import { map } from './map';
import { menu } from './menu';
import type { Language } from './messages';
import { organization } from './organization';
import { session } from './session';
import { shell } from './shell';
import { sos } from './sos';
import { vehicle } from './vehicle';
import { wall } from './wall';

/** Every slice, in one list for the tests that look for a key said twice. */
export const slices = { common, dash, delivery, error, fault, field, live, map, menu, organization, session, shell, sos, vehicle, wall };

/** Every word of the product. A new slice is imported and merged here once; its keys are then known to the compiler everywhere. */
export const catalogue = {
  ...common,
  ...dash,
  ...delivery,
  ...error,
  ...fault,
  ...field,
  ...live,
  ...map,
  ...menu,
  ...organization,
  ...session,
  ...shell,
  ...sos,
  ...vehicle,
  ...wall,
};
export type MessageKey = keyof typeof catalogue;

/** The catalogue of one language, in the shape that react-intl takes. */
export function messagesOf(language: Language): Record<MessageKey, string> {
  return Object.fromEntries(Object.entries(catalogue).map(([key, words]) => [key, words[language]])) as Record<MessageKey, string>;
}

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(catalogue, key);
