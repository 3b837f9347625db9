import { appReports } from '@headland/contracts/app-report';
import { customers } from '@headland/contracts/customer';
import { driveData } from '@headland/contracts/drive-data';
import { Api } from './api';
import { AppOwner } from './owner';

export interface ReportOwner {
  owner: AppOwner;
  vehicleId: number;
  model: string;
  vin: string;
  /** one in which the machine ran */
  month: string;
}

/** A customer of the demo whose machine worked within the last days, logged in to the app. */
export async function reportOwner(clerk: Api, timeZone: string): Promise<ReportOwner> {
  const reader = await Api.as('servicebusiness1');
  const { rows } = await reader.call(driveData.list, { query: {} }, timeZone);
  for (const { id, customer } of rows) {
    if (customer === null) continue;
    const { name, phone, country } = await clerk.call(customers.person, { params: { id: customer.id } });
    if (phone === null || country !== '82') continue;
    // not everybody uses the app
    const owner = await AppOwner.logIn({ name, phone }).catch(() => null);
    if (owner === null) continue;
    const listed = await owner.call(appReports.list, { query: {} });
    const vehicle = listed.rows.find((v) => v.id === id);
    const month = vehicle?.months.find((m) => (m.operatingHours ?? 0) > 0)?.month;
    if (vehicle && month !== undefined) return { owner, vehicleId: id, model: vehicle.model, vin: vehicle.vin, month };
  }
  throw new Error('No customer of the demo with the app has a machine that ran.');
}
