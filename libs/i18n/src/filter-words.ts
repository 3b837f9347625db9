import type { ExportList } from '@headland/contracts/export';
import type { MessageKey } from './catalogue';

/**
 * The filters of lists in words, for what is printed: the title that the screen has, and how a value is said. A name means
 * the same in most lists; where it does not, the list says so.
 */
export interface FilterWord {
  title: MessageKey;
  /** `<words>.<value>` is the message for a value; without one it is shown as it is */
  words?: string;
  /** the message for a value, where they have no common beginning */
  word?: Record<string, MessageKey>;
  /** the value is the id of one of these */
  of?: 'organization' | 'model' | 'category' | 'vehicle';
  /** a distance in km */
  distance?: true;
  /** the title says it all */
  bare?: true;
}

const yesNo = { title: 'fault.cleared', words: 'recordValue' } as const;
const onOff = { true: 'vehicle.on', false: 'vehicle.off' } as const;
const connection = { true: 'vehicle.online', false: 'state.offline' } as const;
const has = { true: 'customer.yes', false: 'customer.no' } as const;

/** Ranges are named by their start. Without words: what no row is left out by, the order, or a part of another. */
const common: Record<string, FilterWord | null> = {
  ...{ page: null, size: null, sort: null, order: null, after: null, bbox: null, values: null, subject: null },
  ...{ ownedFrom: null, ownedTo: null, brief: null },
  vin: { title: 'vehicle.vin' },
  id: { title: 'vehicle.vin', of: 'vehicle' },
  vehicleId: { title: 'vehicle.vin', of: 'vehicle' },
  model: { title: 'vehicle.model' },
  modelName: { title: 'vehicle.model' },
  modelType: { title: 'counted.type', words: 'modelType' },
  modelId: { title: 'part.field.models', of: 'model' },
  categoryId: { title: 'part.field.category', of: 'category' },
  customerId: { title: 'vehicle.customer', bare: true },
  dealerId: { title: 'counted.dealer', of: 'organization' },
  agencyId: { title: 'fault.agency', of: 'organization' },
  regionId: { title: 'counted.region', of: 'organization' },
  organizationId: { title: 'history.organization', of: 'organization' },
  below: { title: 'organization.below', words: 'recordValue' },
  ownerId: { title: 'counted.owner', bare: true },
  customer: { title: 'vehicle.customer' },
  deviceId: { title: 'device.id' },
  from: { title: 'history.period' },
  activeFrom: { title: 'counted.active' },
  startedFrom: { title: 'vehicle.lastStart' },
  hoursFrom: { title: 'sensor.engineHours' },
  mileageFrom: { title: 'sensor.odometer', distance: true },
  alarmedFrom: { title: 'consumable.alarmedOn' },
  replacedFrom: { title: 'consumable.replacedOn' },
  seenFrom: { title: 'device.lastSeen' },
  priceFrom: { title: 'part.price' },
  day: { title: 'vehicle.track.day' },
  weekday: { title: 'counted.weekday', words: 'weekday' },
  hour: { title: 'counted.hour' },
  state: { title: 'vehicle.state', words: 'state' },
  work: { title: 'vehicle.work', words: 'state' },
  engineOn: { title: 'vehicle.engine', word: onOff },
  online: { title: 'vehicle.connection', word: connection },
  held: { title: 'remote.session', word: { true: 'remote.held', false: 'remote.free' } },
  openFault: { title: 'vehicle.openFault', bare: true },
  openSos: { title: 'dash.sosOpen', bare: true },
  mine: { title: 'watch.mine', bare: true },
  placed: { title: 'vehicle.placed', words: 'recordValue' },
  consumable: { title: 'vehicle.consumable', words: 'cycleState' },
  text: { title: 'gptChat.text' },
  severity: { title: 'fault.severity', words: 'severity' },
  status: { title: 'fault.status', words: 'faultStatus' },
  person: { title: 'fault.person' },
  handler: { title: 'sos.handler' },
  cleared: yesNo,
  overdue: { title: 'fault.overdue', bare: true },
  escalated: { title: 'event.sos.escalated', bare: true },
  late: { title: 'sos.late', bare: true },
  code: { title: 'counted.code' },
  part: { title: 'counted.part', word: { '-': 'operation.noPart' } },
  dates: { title: 'counted.completedIn', bare: true },
  maintenance: { title: 'consumable.maintenance', words: 'maintenance' },
  closed: { title: 'counted.closed', word: { late: 'operation.late', onTime: 'operation.onTime' } },
  name: { title: 'user.field.name' },
  loginId: { title: 'history.loginId' },
  email: { title: 'user.field.email' },
  phone: { title: 'customer.field.phone' },
  role: { title: 'user.field.role', words: 'role' },
  groupType: { title: 'user.field.groupType', words: 'groupType' },
  active: { title: 'user.field.active', word: { yes: 'recordValue.true', no: 'recordValue.false' } },
  erpCode: { title: 'organization.field.erpCode' },
  remoteControl: { title: 'model.field.remoteControl', words: 'remoteControl' },
  releaseYear: { title: 'model.field.releaseYear' },
  firmware: { title: 'device.firmware' },
  sim: { title: 'device.sim' },
  activation: { title: 'device.activation' },
  skewed: { title: 'device.skewed', bare: true },
  matched: { title: 'production.matched', words: 'recordValue' },
  shipped: { title: 'production.shipped', words: 'recordValue' },
  sold: { title: 'production.sold', words: 'recordValue' },
  dateKind: {
    title: 'production.dateKind',
    word: { matched: 'production.matchedOn', shipped: 'production.shippedOn', sold: 'production.soldOn' },
  },
  appStatus: { title: 'customer.appStatus', words: 'customer.app' },
  usesApp: { title: 'customer.usesApp', word: has },
  hasVehicle: { title: 'customer.hasVehicle', word: has },
  fromName: { title: 'transfer.from' },
  toName: { title: 'transfer.to' },
  action: { title: 'history.action', words: 'event.account' },
  result: { title: 'history.result', words: 'accessResult' },
  address: { title: 'history.address' },
  agent: { title: 'history.browser' },
  who: { title: 'history.who' },
  screen: { title: 'history.screen', words: 'feature' },
  record: { title: 'history.record' },
  field: { title: 'history.field' },
  vehicle: { title: 'eventLog.vehicle' },
  number: { title: 'eventLog.number' },
  topic: { title: 'quarantine.topic' },
  device: { title: 'quarantine.device' },
  reason: { title: 'quarantine.reason', words: 'quarantineReason' },
  by: { title: 'serviceJob.by' },
  job: { title: 'serviceJob.state', words: 'serviceJobState' },
  jobId: { title: 'serviceJob.no' },
  test: { title: 'serviceHistory.test', words: 'diagTest' },
  unanswered: { title: 'gptChat.unanswered', bare: true },
  wave: { title: 'rollOut.wave' },
  title: { title: 'notice.field.title' },
  display: { title: 'display.label', words: 'display' },
};

const posting = { state: { title: 'posting.state', words: 'posting' } } as const;
const operation = { type: { title: 'model.field.type', words: 'modelType' } } as const;
const own: Partial<Record<ExportList, Record<string, FilterWord | null>>> = {
  faults: {
    tab: {
      title: 'fault.tabs',
      word: { queue: 'fault.tab.queue', mine: 'fault.tab.mine', completed: 'fault.completed' },
    },
    text: { title: 'fault.text' },
    dealerId: { title: 'counted.dealer', of: 'organization' },
  },
  sos: {
    tab: { title: 'sos.tabs', word: { queue: 'sos.tab.queue', closed: 'sos.tab.closed' } },
    type: { title: 'sos.type', words: 'sosType' },
    status: { title: 'sos.status', words: 'sosStatus' },
  },
  consumables: {
    state: { title: 'consumable.state', words: 'cycleState' },
    item: { title: 'consumable.item' },
  },
  organizations: {
    name: { title: 'organization.field.name' },
    type: { title: 'organization.field.type', words: 'groupType' },
  },
  models: { name: { title: 'model.field.name' }, type: { title: 'model.field.type', words: 'modelType' } },
  devices: { status: { title: 'device.status', words: 'device.status' }, type: { title: 'device.type' } },
  sales: { state: { title: 'sale.state', words: 'sale.state' }, from: { title: 'sale.soldOn' } },
  customers: {
    loginId: { title: 'customer.field.loginId' },
    name: { title: 'customer.field.name' },
    from: { title: 'customer.registeredAt' },
  },
  transfers: {
    status: { title: 'transfer.status', words: 'transferStatus' },
    from: { title: 'transfer.requestedAt' },
  },
  changes: { text: { title: 'history.text' } },
  events: { kind: { title: 'eventLog.kind', words: 'eventKind' }, name: { title: 'eventLog.event', words: 'event' } },
  serviceJobs: {
    state: { title: 'serviceJob.state', words: 'serviceJobState' },
    result: { title: 'serviceJob.result', words: 'serviceJobResult' },
    part: { title: 'serviceJob.partCode' },
  },
  serviceWrites: { item: { title: 'serviceWork.item', words: 'serviceWrite.item' } },
  serviceHistory: {
    kind: { title: 'serviceHistory.kind', words: 'serviceHistory.kind' },
    result: { title: 'serviceHistory.result', words: 'diagResult' },
  },
  testCurve: { testId: null },
  recording: { recordingId: null },
  operationModels: operation,
  operationCustomers: operation,
  operationFaults: operation,
  operationSos: operation,
  operationRepairs: operation,
  gptChats: {
    loginId: { title: 'gptChat.loginId' },
    name: { title: 'gptChat.customer' },
    type: { title: 'gptChat.type', words: 'gptChatType' },
    from: { title: 'gptChat.period' },
  },
  flashRuns: {
    target: { title: 'reprogram.target' },
    result: { title: 'reprogram.result', words: 'flashState' },
  },
  rollOuts: { name: { title: 'rollOut.name' }, state: { title: 'rollOut.state', words: 'rollOutState' } },
  // the vehicles of one roll-out: the number is not a vehicle's
  rollOutVehicles: { id: null, state: { title: 'rollOut.state', words: 'rollOutVehicle' } },
  notices: {
    ...posting,
    type: { title: 'notice.field.type', words: 'noticeType' },
    target: { title: 'notice.field.target', words: 'noticeTarget' },
    os: { title: 'notice.field.os', words: 'osType' },
    from: { title: 'content.registeredAt' },
  },
  posts: { ...posting, title: { title: 'post.field.title' }, from: { title: 'content.registeredAt' } },
  shopBanners: { ...posting, name: { title: 'shopBanner.field.name' } },
  faqs: { category: { title: 'faq.field.category', words: 'faqCategory' }, title: { title: 'faq.field.title' } },
  gptBanners: {
    status: { title: 'gptBanner.status', words: 'gptBannerStatus' },
    name: { title: 'gptBanner.field.name' },
    from: { title: 'gptBanner.period' },
  },
  categories: { name: { title: 'category.name' } },
  parts: { name: { title: 'part.name' }, code: { title: 'part.field.code' } },
};

/** null: a filter that has no words of its own; undefined: one that nobody has named. */
export const filterWord = (list: ExportList, name: string): FilterWord | null | undefined => {
  const named = own[list];
  return named !== undefined && name in named ? named[name] : common[name];
};
