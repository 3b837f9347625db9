import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';

/** The shipped profile in use, and a maker's that waits. */
export const profileVersions: CatalogueVersion[] = [
  {
    version: 2,
    fileName: 'maker-2027-03.json',
    loadedAt: new Date().toISOString(),
    loadedBy: '김민수',
    inUse: false,
    usedAt: null,
    usedBy: null,
    changes: [{ code: 'acme-ulp', fields: ['magic', 'checks'] }],
  },
  { version: 1, fileName: null, loadedAt: null, loadedBy: null, inUse: true, usedAt: null, usedBy: null, changes: [] },
];
