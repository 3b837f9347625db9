/** Screens without a record in their path. */
export const listPaths = [
  '/dash',
  '/production',
  '/sale',
  '/status',
  '/model',
  '/device',
  '/expendable',
  '/breakdown',
  '/sos',
  '/ownerTransfer',
  '/customer',
  '/organization',
  '/driveData',
  '/operationData',
  '/remote',
  '/afterService',
  '/reProgram',
  '/notice',
  '/faq',
  '/post',
  '/gptBanner',
  '/gptChatData',
  '/category',
  '/shopBanner',
  '/partDisplay',
  '/memberHistory',
] as const;
export type ListPath = (typeof listPaths)[number];

/** Screens of one record, whose number follows; at `…Regi` 0 is a new one. */
export const recordPaths = [
  '/productionDetail',
  '/productionModi',
  '/saleDetail',
  '/statusDetail',
  '/statusModi',
  '/modelRegi',
  '/modelDetail',
  '/modelModi',
  '/deviceDetail',
  '/deviceModi',
  '/expendableDetail',
  '/customerRegi',
  '/customerDetail',
  '/customerVehicleRegi',
  '/customerVehicleModi',
  '/driveDataDetail',
  '/operationDataModelDetail',
  '/operationDataCusDetail',
  '/remoteDetail',
  '/remoteHistory',
  '/afterServiceDetail',
  '/afterServiceHistory',
  '/reProgramDetail',
  '/reProgramHistory',
  '/reProgramRollOut',
  '/reProgramRollOutRegi',
  '/noticeRegi',
  '/noticeDetail',
  '/faqRegi',
  '/faqDetail',
  '/postRegi',
  '/postDetail',
  '/gptBannerModi',
  '/category',
  '/categoryModi',
  '/shopBanner',
  '/shopBannerModi',
  '/partDisplay',
  '/partDisplayModi',
] as const;
export type RecordPath = (typeof recordPaths)[number];

/** Forms of a new record whose address has no number. */
export const formPaths = ['/gptBannerRegi'] as const;
export type FormPath = (typeof formPaths)[number];

/**
 * The path of a record: `<Link to={toRecord('/modelDetail', 7)}>`. The router is built from a table at run time, so its
 * own types know no path; the table and the links are checked against the lists above.
 */
export const toRecord = (path: RecordPath, id: number): string => `${path}/${id}`;
