import type { ReactNode } from 'react';

/** What the histories of one vehicle share: one of them stands in it at a time. */
export interface HistoryFrame {
  vehicleId: number;
  title: string;
  /** back to the vehicle */
  actions: ReactNode;
  tabs: ReactNode;
}
