import { Problem } from '../problem';

/** Unique index → field and message of the error. */
const fieldOfIndex: Record<string, Record<string, string>> = {
  organization_sibling: { name: 'field.orgTaken' },
  organization_erp: { erpCode: 'field.erpTaken' },
  customer_login: { loginId: 'field.idTaken' },
  user_account_login: { loginId: 'field.idTaken' },
  user_account_email: { email: 'field.emailTaken' },
  model_name_key: { name: 'field.nameTaken' },
  shop_category_key: { key: 'field.keyTaken' },
  shop_category_name_ko: { nameKo: 'field.nameTaken' },
  shop_category_name_en: { nameEn: 'field.nameTaken' },
  saved_view_name: { name: 'field.nameTaken' },
  part_code: { code: 'field.partTaken' },
};

/** Runs a write; a unique violation becomes an error of its field. */
export async function orFieldError<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = (error as { driverError?: { code?: string; constraint?: string } }).driverError ?? {};
    const fields = code === '23505' && constraint !== undefined ? fieldOfIndex[constraint] : undefined;
    throw fields ? new Problem('E0001', {}, fields, { cause: error }) : error;
  }
}
