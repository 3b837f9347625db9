import type { Actor } from '../../platform/caller';

/** A customer who acts through the app. The log is kept for good, so it knows neither the person nor the address. */
export const appActor: Actor = { userId: null, name: 'App', address: null };
