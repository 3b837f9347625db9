import { addressSearch } from '@headland/contracts/address-search';
import { administration, apiKeys } from '@headland/contracts/administration';
import { afterService } from '@headland/contracts/after-service';
import { app } from '@headland/contracts/app';
import { appContent } from '@headland/contracts/app-content';
import { appBanners } from '@headland/contracts/app-gpt-banner';
import { appChat } from '@headland/contracts/app-gpt-chat';
import { appShop } from '@headland/contracts/app-shop';
import { appReports } from '@headland/contracts/app-report';
import { categories } from '@headland/contracts/category';
import { consumables } from '@headland/contracts/consumable';
import { courses } from '@headland/contracts/course';
import { customers } from '@headland/contracts/customer';
import type { Endpoint } from '@headland/contracts/endpoint';
import { deliveries } from '@headland/contracts/delivery';
import { devices } from '@headland/contracts/device';
import { diagnosis } from '@headland/contracts/diagnosis';
import { exports as exporting } from '@headland/contracts/export';
import { factory } from '@headland/contracts/factory';
import { faqs } from '@headland/contracts/faq';
import { faults } from '@headland/contracts/fault';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { fleetApi } from '@headland/contracts/fleet-api';
import { customerFleetClients, organizationFleetClients } from '@headland/contracts/fleet-client';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { gptChats } from '@headland/contracts/gpt-chat';
import { images } from '@headland/contracts/file';
import { infoCheck } from '@headland/contracts/info-check';
import { kiosks } from '@headland/contracts/kiosk';
import { mailbox } from '@headland/contracts/mailbox';
import { models } from '@headland/contracts/model';
import { myInfo } from '@headland/contracts/my-info';
import { notices } from '@headland/contracts/notice';
import { notifications } from '@headland/contracts/notification';
import { operationData } from '@headland/contracts/operation-data';
import { organizations } from '@headland/contracts/organization';
import { appTransfers, appVehicles, ownerTransfers, rdi } from '@headland/contracts/owner-transfer';
import { remoteResults } from '@headland/contracts/remote-results';
import { reprogram } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { injectorProfiles, programProfiles } from '@headland/contracts/profile';
import { parts } from '@headland/contracts/part';
import { posts } from '@headland/contracts/post';
import { production } from '@headland/contracts/production';
import { sales } from '@headland/contracts/sale';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { savedViews } from '@headland/contracts/saved-view';
import { session } from '@headland/contracts/session';
import { shopBanners } from '@headland/contracts/shop-banner';
import { sosAlerts } from '@headland/contracts/sos';
import { dash } from '@headland/contracts/statistics';
import { driveData } from '@headland/contracts/drive-data';
import { testCatalogues } from '@headland/contracts/test-catalogue';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';
import { watches } from '@headland/contracts/watch';
import { wall } from '@headland/contracts/wall';

/** All endpoints: used by the OpenAPI document, the boot check and the permission test. */
export const endpoints: readonly Endpoint[] = [
  session,
  sales,
  consumables,
  customers,
  app,
  appContent,
  appReports,
  notices,
  faqs,
  posts,
  kiosks,
  organizations,
  users,
  models,
  devices,
  diagnosis,
  afterService,
  testCatalogues,
  remoteResults,
  programProfiles,
  injectorProfiles,
  reprogram,
  rollOuts,
  vehicles,
  watches,
  infoCheck,
  dash,
  courses,
  driveData,
  operationData,
  sosAlerts,
  faults,
  catalogue,
  deliveries,
  wall,
  addressSearch,
  administration,
  apiKeys,
  factory,
  production,
  notifications,
  savedViews,
  exportSchedules,
  myInfo,
  exporting,
  images,
  ownerTransfers,
  appTransfers,
  appVehicles,
  rdi,
  customerFleetClients,
  organizationFleetClients,
  fleetApi,
  gptBanners,
  appBanners,
  gptChats,
  appChat,
  categories,
  shopBanners,
  parts,
  appShop,
  mailbox,
].flatMap((group): Endpoint[] => Object.values(group));
