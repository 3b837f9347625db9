import { organizationFields, type OrganizationRow } from '@headland/contracts/organization';
import { textsOf } from '../../ui/records/texts-of';

/** What the form keeps, as texts. */
export const formFields = [...organizationFields, 'parentId'] as const;
export type OrganizationValues = Record<(typeof formFields)[number], string>;

export const organizationValues = (o: OrganizationRow): OrganizationValues =>
  textsOf(formFields, (name) => (name === 'parentId' ? o.parent?.id : o[name]));
export const newOrganization = (parentId: number | null): OrganizationValues =>
  textsOf(formFields, (name) => (name === 'parentId' ? parentId : null));

/** Two fields in one row of the panel. */
export const twoCss = { display: 'grid', gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)', gap: '12px' } as const;
