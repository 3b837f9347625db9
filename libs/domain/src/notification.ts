import {
  mustStay,
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreference,
  notificationChannels,
  notificationKinds,
} from '@headland/contracts/notification';
import { passwordExpiresAt } from './login-lock';

/**
 * What a member is told of, and how. Each kind has channels that are on from the beginning; a member changes them, and only what differs is
 * kept. The centre itself keeps everything for 90 days. Several things of one vehicle within a minute are one notification with a count, so
 * that a machine that reports twenty faults at once does not bury the rest.
 */
type ChannelPreferences = Record<NotificationChannel, boolean>;
const onScreen: ChannelPreferences = { inApp: true, push: true, email: false, sms: false };
/** SOS and faults may go out by SMS from the beginning: whether they do is decided by the one who sends them. */
const urgent: ChannelPreferences = { inApp: true, push: true, email: false, sms: true };
export const notificationDefaults: Record<NotificationKind, ChannelPreferences> = {
  sos: urgent,
  fault: urgent,
  consumable: onScreen,
  transfer: onScreen,
  diagnosis: onScreen,
  reprogramming: onScreen,
  export: onScreen,
  account: { inApp: true, push: false, email: true, sms: false },
  system: { inApp: true, push: false, email: false, sms: false },
};

export interface ChannelOverride {
  kind: NotificationKind;
  channel: NotificationChannel;
  wanted: boolean;
}

/** What a member wants of one kind: the default, and what was changed. */
export function channelPreferencesOf(kind: NotificationKind, changed: readonly ChannelOverride[]): ChannelPreferences {
  const own = Object.fromEntries(
    changed.filter((c) => c.kind === kind && !mustStay(kind, c.channel)).map((c) => [c.channel, c.wanted]),
  );
  return { ...notificationDefaults[kind], ...own };
}

export const preferencesOf = (changed: readonly ChannelOverride[]): NotificationPreference[] =>
  notificationKinds.map((kind) => ({ kind, ...channelPreferencesOf(kind, changed) }));

/** What of a form's wishes is kept: only what differs from the default. */
export const deviationsOf = (preferences: readonly NotificationPreference[]): ChannelOverride[] =>
  preferences.flatMap((p) =>
    notificationChannels
      .filter((channel) => p[channel] !== notificationDefaults[p.kind][channel])
      .map((channel) => ({ kind: p.kind, channel, wanted: p[channel] })),
  );

export const notificationDays = 90;
/** Of one vehicle within this time of the first: one notification. */
export const collapseMs = 60_000;

const dayMs = 86_400_000;
/** Days before its end at which a member is reminded of the password, once each. */
const reminders = [14, 7, 3, 1] as const;

/** Which reminder is due, and how many days are left; null before the first and after the end. */
export function passwordReminder(changedAt: Date, now: Date): { step: number; days: number } | null {
  const days = Math.ceil((passwordExpiresAt(changedAt).getTime() - now.getTime()) / dayMs);
  const step = reminders.findLast((r) => days <= r);
  return days <= 0 || step === undefined ? null : { step, days };
}
