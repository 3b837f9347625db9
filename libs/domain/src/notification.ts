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
 * What members are notified of, and how. Each kind has default channels; members change them, and only the differences
 * are stored. The notification centre keeps everything for 90 days. Several events of one vehicle within a minute are
 * one notification with a count, so that a machine with twenty faults does not bury the rest.
 */
export type ChannelPreferences = Record<NotificationChannel, boolean>;
const onScreen: ChannelPreferences = { inApp: true, push: true, email: false, sms: false };
/** SMS is on by default for SOS and faults: the sender decides whether one is sent. */
const urgent: ChannelPreferences = { inApp: true, push: true, email: false, sms: true };
export const notificationDefaults: Record<NotificationKind, ChannelPreferences> = {
  sos: urgent,
  fault: urgent,
  consumable: onScreen,
  watch: onScreen,
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

/** A member's channels of one kind: the default with the overrides. */
export function channelPreferencesOf(kind: NotificationKind, changed: readonly ChannelOverride[]): ChannelPreferences {
  const own = Object.fromEntries(
    changed.filter((c) => c.kind === kind && !mustStay(kind, c.channel)).map((c) => [c.channel, c.wanted]),
  );
  return { ...notificationDefaults[kind], ...own };
}

export const preferencesOf = (changed: readonly ChannelOverride[]): NotificationPreference[] =>
  notificationKinds.map((kind) => ({ kind, ...channelPreferencesOf(kind, changed) }));

/** The overrides of a form's preferences: only what differs from the default. */
export const overridesOf = (preferences: readonly NotificationPreference[]): ChannelOverride[] =>
  preferences.flatMap((p) =>
    notificationChannels
      .filter((channel) => p[channel] !== notificationDefaults[p.kind][channel])
      .map((channel) => ({ kind: p.kind, channel, wanted: p[channel] })),
  );

export const notificationDays = 90;
/** Events of one vehicle within this time of the first are one notification. */
export const collapseMs = 60_000;

const dayMs = 86_400_000;
/** Days before expiry at which a member is reminded of the password, once each. */
const reminders = [14, 7, 3, 1] as const;

/** Which reminder is due, and how many days are left; null before the first and after the expiry. */
export function passwordReminder(changedAt: Date, now: Date): { step: number; days: number } | null {
  const days = Math.ceil((passwordExpiresAt(changedAt).getTime() - now.getTime()) / dayMs);
  const step = reminders.findLast((r) => days <= r);
  return days <= 0 || step === undefined ? null : { step, days };
}
