import { afterService } from '@headland/contracts/after-service';
import { categories } from '@headland/contracts/category';
import { consumables } from '@headland/contracts/consumable';
import { customers } from '@headland/contracts/customer';
import { devices } from '@headland/contracts/device';
import { driveData } from '@headland/contracts/drive-data';
import { faqs } from '@headland/contracts/faq';
import { faults } from '@headland/contracts/fault';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { gptChats } from '@headland/contracts/gpt-chat';
import { models } from '@headland/contracts/model';
import { notices } from '@headland/contracts/notice';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { parts } from '@headland/contracts/part';
import { posts } from '@headland/contracts/post';
import { production } from '@headland/contracts/production';
import { rollOuts } from '@headland/contracts/roll-out';
import { sales } from '@headland/contracts/sale';
import { shopBanners } from '@headland/contracts/shop-banner';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import type { Page } from '@playwright/test';
import { Api } from '../world/api';
import { vehicleOf } from '../world/machines';
import type { Member, Place } from '../world/members';
import type { Translate } from '../world/translate';
import { Bench } from '../world/workshop';
import { settled } from './settled';

/** A screen of the console, or a panel or dialog over one. */
export interface Stop {
  /** of its file: the route and what is open on it */
  name: string;
  path: string;
  /** the account that sees it: the head office has no shop and no drive data, and registers no model */
  as: 'headoffice1' | 'servicebusiness1';
  /** opens what is over the screen; absent: the screen itself */
  open?: (page: Page, t: Translate) => Promise<void>;
}

const press = (key: string) => async (page: Page) => page.keyboard.press(key);
const button =
  (...names: Parameters<Translate>[0][]) =>
  async (page: Page, t: Translate): Promise<void> => {
    for (const name of names)
      await page
        .getByRole('button', { name: t(name), exact: true })
        .first()
        .click();
  };
const account =
  (item: Parameters<Translate>[0]) =>
  async (page: Page, t: Translate): Promise<void> => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('shell.account') })
      .click();
    await page.getByRole('menuitem', { name: t(item) }).click();
    await page.getByRole('dialog').waitFor();
  };

/** Connects to the machine and chooses a test; it stays connected. */
const bench = async (page: Page, t: Translate): Promise<void> => {
  const at = new Bench(page, t);
  if (await at.connectButton.isVisible()) await at.connect();
  await page
    .getByRole('navigation', { name: t('tests.title') })
    .getByRole('button', { name: t('diagTest.compres'), exact: true })
    .last()
    .click();
};

/** Someone who sees the shop, at the API only: a login of the accounts of the demo would end their sessions. */
export const shopOf = async (member: (place: Place) => Promise<Member>): Promise<Api> =>
  Api.as(await member({ organization: '서비스사업팀', role: 'ADMIN' }));

/** Opens a stop; one that is redirected has an account without the right. */
export async function visit(page: Page, { path, open }: Stop, t: Translate): Promise<void> {
  await page.goto(path);
  await settled(page);
  const { pathname } = new URL(page.url());
  if (pathname !== path.split('?')[0]) throw new Error(`${path} led to ${pathname}`);
  if (open === undefined) return;
  await open(page, t);
  await settled(page);
}

/** Numbers of the records that are opened: the first of each list. */
async function firsts(clerk: Api, shop: Api) {
  const id = async (list: Promise<{ rows: { id: number }[] }>): Promise<number> => (await list).rows[0]?.id ?? 1;
  const [vehicle, unit, sale, model, device, cycle, customer, owner] = await Promise.all([
    id(clerk.call(vehicles.list, { query: { online: 'true', state: 'idle' } })),
    id(clerk.call(production.list)),
    id(clerk.call(sales.list, { query: { state: 'sold' } })),
    id(clerk.call(models.list)),
    id(clerk.call(devices.list)),
    id(clerk.call(consumables.list)),
    id(clerk.call(customers.list)),
    id(clerk.call(customers.list, { query: { hasVehicle: 'true' } })),
  ]);
  const [sos, fault, transfer, notice, faq, post] = await Promise.all([
    id(clerk.call(sosAlerts.list, { query: { tab: 'queue' } })),
    id(clerk.call(faults.list, { query: { tab: 'queue' } })),
    id(clerk.call(ownerTransfers.list)),
    id(clerk.call(notices.list)),
    id(clerk.call(faqs.list)),
    id(clerk.call(posts.list)),
  ]);
  const [category, shopBanner, part, gptBanner, chat, rollOut, service] = await Promise.all([
    id(shop.call(categories.list)),
    id(shop.call(shopBanners.list)),
    id(shop.call(parts.list)),
    id(clerk.call(gptBanners.list, { query: { status: 'doing' } })),
    id(clerk.call(gptChats.list)),
    id(clerk.call(rollOuts.list)),
    id(clerk.call(afterService.list)),
  ]);
  const ran = await id(shop.call(driveData.list));
  const { rows } = await clerk.call(models.list);
  const [common] = rows.toSorted((a, b) => b.vehicles - a.vehicles);
  return {
    ...{ ran, common: common?.id ?? model },
    ...{ vehicle, unit, sale, model, device, cycle, customer, owner, sos, fault, transfer, notice, faq, post },
    ...{ category, shopBanner, part, gptBanner, chat, rollOut, service },
  };
}

/**
 * Every screen that the demonstration data can show, then panels and dialogs, in the order of the menu. The vehicle with
 * this VIN has a past.
 */
export async function stopsOf(clerk: Api, shop: Api, vin: string): Promise<Stop[]> {
  const n = await firsts(clerk, shop);
  const { id: known } = await vehicleOf(vin, clerk);
  const list = (...paths: string[]): Stop[] =>
    paths.map((path) => ({ name: path.slice(1), path, as: accountOf(path) }));
  const record = (path: string, id: number): Stop => ({
    name: path.slice(1) + (['/category', '/shopBanner', '/partDisplay'].includes(path) ? '-one' : ''),
    path: `${path}/${id}`,
    as: accountOf(path),
  });
  const more = (name: string, path: string, open?: Stop['open']): Stop => ({
    name,
    path,
    as: accountOf(path),
    ...(open && { open }),
  });
  const tabs = (path: string, screen: string, names: string[]): Stop[] =>
    names.map((tab) => more(`${screen.slice(1)}-${tab}`, `${path}?tab=${tab}`));
  return [
    ...list('/dash', '/production'),
    record('/productionDetail', n.unit),
    record('/productionModi', n.unit),
    ...list('/sale'),
    record('/saleDetail', n.sale),
    more('saleDetail-cancel', `/saleDetail/${n.sale}`, button('sale.cancel')),
    more('sale-upload', '/sale?upload=file'),
    ...list('/status'),
    record('/statusDetail', known),
    ...tabs(`/statusDetail/${known}`, '/statusDetail', [
      ...['track', 'hours', 'faults', 'sos', 'consumables', 'history', 'info'],
    ]),
    record('/statusModi', known),
    ...list('/model'),
    record('/modelDetail', n.model),
    record('/modelRegi', 0),
    record('/modelModi', n.model),
    ...list('/device'),
    record('/deviceDetail', n.device),
    more('deviceDetail-unregister', `/deviceDetail/${n.device}`, button('device.unregister')),
    record('/deviceModi', n.device),
    ...list('/expendable'),
    record('/expendableDetail', n.cycle),
    ...list('/breakdown'),
    more('breakdown-one', `/breakdown?id=${n.fault}`),
    more('breakdown-escalate', `/breakdown?id=${n.fault}`, press('e')),
    more('breakdown-replay', `/breakdown?id=${n.fault}`, button('replay.title')),
    ...tabs('/breakdown', '/breakdown', ['completed', 'catalogue']),
    ...list('/sos'),
    more('sos-one', `/sos?id=${n.sos}`),
    more('sos-falseAlarm', `/sos?id=${n.sos}`, press('f')),
    more('sos-escalate', `/sos?id=${n.sos}`, press('e')),
    more('sos-replay', `/sos?id=${n.sos}`, press('p')),
    ...tabs('/sos', '/sos', ['closed']),
    ...list('/ownerTransfer'),
    more('ownerTransfer-one', `/ownerTransfer?id=${n.transfer}`),
    ...list('/customer'),
    record('/customerRegi', 0),
    record('/customerDetail', n.owner),
    more('customerDetail-delete', `/customerDetail/${n.customer}`, button('customer.delete')),
    record('/customerVehicleRegi', n.customer),
    record('/customerVehicleModi', n.sale),
    ...list('/organization'),
    more('organization-one', '/organization?org=1'),
    more('organization-edit', '/organization?org=1&edit=true'),
    more('organization-users', '/organization?tab=users'),
    more('organization-newUser', '/organization?tab=users&user=0'),
    ...list('/driveData'),
    record('/driveDataDetail', n.ran),
    ...list('/operationData'),
    ...tabs('/operationData', '/operationData', ['customers', 'faults', 'sos', 'repairs']),
    record('/operationDataModelDetail', n.common),
    record('/operationDataCusDetail', n.owner),
    ...list('/remote'),
    record('/remoteDetail', n.vehicle),
    ...tabs(`/remoteDetail/${n.vehicle}`, '/remoteDetail', ['faults', 'monitor', 'history']),
    more('remoteDetail-tests', `/remoteDetail/${n.vehicle}?tab=tests`, bench),
    record('/remoteHistory', n.vehicle),
    ...tabs('/remote', '/remote', ['catalogue']),
    ...list('/afterService'),
    record('/afterServiceDetail', n.service),
    ...tabs(`/afterServiceDetail/${n.service}`, '/afterServiceDetail', ['work', 'job']),
    record('/afterServiceHistory', n.service),
    ...list('/reProgram'),
    ...tabs('/reProgram', '/reProgram', ['rollOuts', 'formats']),
    record('/reProgramDetail', n.vehicle),
    record('/reProgramHistory', n.vehicle),
    record('/reProgramRollOut', n.rollOut),
    record('/reProgramRollOutRegi', 0),
    ...list('/notice'),
    record('/noticeRegi', 0),
    record('/noticeDetail', n.notice),
    more('noticeDetail-delete', `/noticeDetail/${n.notice}`, button('notice.delete')),
    ...list('/faq'),
    record('/faqRegi', 0),
    record('/faqDetail', n.faq),
    ...list('/post'),
    record('/postRegi', 0),
    record('/postDetail', n.post),
    ...list('/category'),
    record('/category', n.category),
    record('/categoryModi', n.category),
    ...list('/shopBanner'),
    record('/shopBanner', n.shopBanner),
    record('/shopBannerModi', n.shopBanner),
    ...list('/partDisplay'),
    record('/partDisplay', n.part),
    record('/partDisplayModi', n.part),
    ...list('/gptBanner', '/gptBannerRegi'),
    more('gptBanner-one', `/gptBanner?id=${n.gptBanner}`),
    record('/gptBannerModi', n.gptBanner),
    ...list('/gptChatData'),
    more('gptChatData-one', `/gptChatData?id=${n.chat}`),
    ...list('/memberHistory'),
    ...tabs('/memberHistory', '/memberHistory', ['changes', 'events', 'quarantine', 'kiosks', 'keys']),
    more('memberHistory-issue', '/memberHistory?tab=kiosks', button('kiosk.issue')),
    ...['help', 'notifications', 'myInfo', 'password'].map((panel) => more(`panel-${panel}`, `/dash?panel=${panel}`)),
    more('help-of-sos', '/sos?panel=help'),
    more('log-out', '/dash', account('shell.logout')),
    more('not-found', '/nowhere'),
  ];
}

const accountOf = (path: string): Stop['as'] =>
  /^\/(?:category|shopBanner|partDisplay|driveData|model(?:Regi|Modi))/u.test(path)
    ? 'servicebusiness1'
    : 'headoffice1';
