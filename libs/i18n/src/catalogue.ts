import { account } from './account';
import { accountMessage } from './account-message';
import { administration } from './administration';
import { afterService } from './after-service';
import { app } from './app';
import { appContent } from './app-content';
import { appReport } from './app-report';
import { category } from './category';
import { common } from './common';
import { consumable } from './consumable';
import { content } from './content';
import { course } from './course';
import { courseExport } from './course-export';
import { customer } from './customer';
import { dash } from './dash';
import { delivery } from './delivery';
import { device } from './device';
import { diagnosis } from './diagnosis';
import { diagnosisTest } from './diagnosis-test';
import { driveData } from './drive-data';
import { embedded } from './embedded';
import { error } from './error';
import { evidence } from './evidence';
import { exporting } from './export';
import { faq } from './faq';
import { fault } from './fault';
import { field } from './field';
import { fleetClient } from './fleet-client';
import { gptBanner } from './gpt-banner';
import { gptChat } from './gpt-chat';
import { helpPanel } from './help-panel';
import { live } from './live';
import { map } from './map';
import { menu } from './menu';
import { model } from './model';
import { myInfo } from './my-info';
import { notice } from './notice';
import { notification } from './notification';
import { operation } from './operation-data';
import { organization } from './organization';
import { ownerTransfer } from './owner-transfer';
import { post } from './post';
import { posting } from './posting';
import { part } from './part';
import { sale } from './sale';
import { production } from './production';
import { rdiPage } from './rdi-page';
import { reportMail } from './report-mail';
import { reprogram } from './reprogram';
import { rollOut } from './roll-out';
import { savedView } from './saved-view';
import { search } from './search';
import { session } from './session';
import { shell } from './shell';
import { shopBanner } from './shop-banner';
import { sos } from './sos';
import { terms } from './terms';
import { notificationTexts } from './notification-texts';
import { vehicle } from './vehicle';
import { wall } from './wall';
import { watch } from './watch';
import { workbook } from './workbook';

/** Every slice, in one list for the tests that look for a key said twice. */
export const slices = {
  account,
  accountMessage,
  administration,
  afterService,
  app,
  appContent,
  appReport,
  category,
  common,
  consumable,
  content,
  course,
  courseExport,
  customer,
  dash,
  delivery,
  device,
  diagnosis,
  diagnosisTest,
  driveData,
  embedded,
  error,
  evidence,
  exporting,
  faq,
  fault,
  field,
  fleetClient,
  gptBanner,
  gptChat,
  helpPanel,
  live,
  map,
  menu,
  model,
  myInfo,
  notice,
  notification,
  operation,
  organization,
  ownerTransfer,
  post,
  posting,
  part,
  sale,
  production,
  rdiPage,
  reportMail,
  reprogram,
  rollOut,
  savedView,
  search,
  session,
  shell,
  shopBanner,
  sos,
  terms,
  told: notificationTexts,
  vehicle,
  wall,
  watch,
  workbook,
};

/** Every word of the product. A new slice is imported and merged here once; its keys are then known to the compiler everywhere. */
export const catalogue = {
  ...account,
  ...accountMessage,
  ...administration,
  ...afterService,
  ...app,
  ...appContent,
  ...appReport,
  ...category,
  ...common,
  ...consumable,
  ...content,
  ...course,
  ...courseExport,
  ...customer,
  ...dash,
  ...delivery,
  ...device,
  ...diagnosis,
  ...diagnosisTest,
  ...driveData,
  ...embedded,
  ...error,
  ...evidence,
  ...exporting,
  ...faq,
  ...fault,
  ...field,
  ...fleetClient,
  ...gptBanner,
  ...gptChat,
  ...helpPanel,
  ...live,
  ...map,
  ...menu,
  ...model,
  ...myInfo,
  ...notice,
  ...notification,
  ...operation,
  ...organization,
  ...ownerTransfer,
  ...post,
  ...posting,
  ...part,
  ...sale,
  ...production,
  ...rdiPage,
  ...reportMail,
  ...reprogram,
  ...rollOut,
  ...savedView,
  ...search,
  ...session,
  ...shell,
  ...shopBanner,
  ...sos,
  ...terms,
  ...notificationTexts,
  ...vehicle,
  ...wall,
  ...watch,
  ...workbook,
};
export type MessageKey = keyof typeof catalogue;

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(catalogue, key);
