import type { ReactNode } from 'react';

/** Shared by the histories of one vehicle. */
export interface HistoryFrame {
  vehicleId: number;
  title: string;
  /** back to the vehicle */
  actions: ReactNode;
  tabs: ReactNode;
}
