/**
 * The one error catalogue: code → HTTP status. Texts are `error.<code>` in `@headland/i18n`. E0001, E0105, E0802 and E0803 are the
 * product's own numbers; the others are named, because a name is clearer in a log.
 */
export const errorStatus = {
  E0001: 422, // the data is incorrect: field errors are attached
  E0105: 401, // this session ended: logged in elsewhere, or ended by an administrator
  E0802: 401, // access token expired: refresh, then retry
  E0803: 401, // refresh token invalid
  NO_TOKEN: 401,
  BAD_TOKEN: 401,
  WRONG_CREDENTIALS: 401,
  LOCKED_OUT: 429,
  INACTIVE: 403,
  NO_PHONE: 403, // no phone or address for the second step of a login
  OWN_LOGIN_OFF: 403, // only administrators of the head office log in with a password here
  SSO_UNREACHABLE: 503, // the company's directory does not answer
  SSO_OVER: 409, // the login began too long ago, in another browser, or was used
  SSO_REFUSED: 401, // by the directory, or its answer is not valid
  SSO_NO_ACCOUNT: 403, // nobody here has this verified e-mail address
  SSO_NO_ROLE: 403, // in no group of the directory that has a role here
  SMS_CODE_WRONG: 422, // or expired; values: left
  SMS_CODE_DEAD: 403, // five wrong ones, or unknown: begin again at /login
  SMS_TOO_SOON: 429, // values: seconds
  SMS_TOO_MANY: 429, // values: minutes
  CHECK_INFORMATION: 422, // id, name and phone do not match
  CHANGE_TOKEN: 403, // the forced change of a password is not, or no longer, open
  LINK_EXPIRED: 410,
  LINK_USED: 410,
  LINK_INVALID: 404, // never sent, or a newer one was sent
  ALREADY_JOINED: 409,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIME_ZONE: 422,
  TOO_MANY_REQUESTS: 429,
  PAYLOAD_TOO_LARGE: 413,
  NOT_ACCEPTABLE: 406, // values: types
  BODY_TYPE: 415, // neither JSON nor an upload where one is expected
  FILE_TOO_LARGE: 413, // values: megabytes
  UNDO_LATE: 409, // a minute after it was done
  CHANGED_MEANWHILE: 409, // values: by, at; of an incident's action also what (an event of the log), version
  SOS_ALREADY_ACKNOWLEDGED: 409, // values: by, at
  SOS_CLOSED: 409,
  SOS_NOT_ACKNOWLEDGED: 409, // resolve from raised
  SOS_ILLEGAL_STEP: 409, // values: from, act
  SOS_REOPEN_LATE: 409, // 15 minutes after it was closed, or closed as something else
  SOS_RAISED_AGAIN: 409, // the machine has another open one of its type
  SOS_TOP_LEVEL: 409, // escalated to the head office already
  SOS_EVIDENCE_BROKEN: 409, // the stored file no longer has the hash of the log
  FAULT_COMPLETED: 409, // "Completed reports cannot be changed"
  FAULT_NOT_ACCEPTED: 409, // complete before accept
  FAULT_ALREADY_ACCEPTED: 409,
  FAULT_TOP_LEVEL: 409,
  FAULT_BULK_REFUSED: 409, // nothing was accepted; values: report, code, vin, why (a code of this list)
  FAULT_IMAGES_FULL: 409, // values: n
  FAULT_CATALOGUE_REFUSED: 422, // values: n, problems (one a line)
  FAULT_CATALOGUE_SAME: 409, // values: version
  TEST_CATALOGUE_REFUSED: 422, // values: n, problems (one a line)
  TEST_CATALOGUE_SAME: 409, // values: version
  PROFILE_REFUSED: 422, // values: n, problems (one a line)
  PROFILE_SAME: 409, // values: version
  CONSUMABLE_LOCKED: 409, // replaced or inspected, or its item was removed; values: by, at
  CONSUMABLE_SAFE: 409, // not due: nothing to save
  NOT_AN_AGENCY: 422,
  ORGANIZATION_IN_USE: 409, // values: users, children, vehicles, openFaults
  ORGANIZATION_BELOW_ITSELF: 409,
  ORGANIZATION_ABOVE: 403, // it, or an account in it, outranks the caller
  ORGANIZATION_TYPE_ABOVE: 403, // a type above the caller's own, or a second head office
  ORGANIZATION_TYPE_FIXED: 409, // it has users or vehicles, or is the head office
  ORGANIZATION_OWN_PLACE: 409, // the own organization is moved by those above it
  USER_MORE_LETTERS: 403, // an account that would outrank the caller
  USER_ABOVE: 403, // an account that outranks the caller
  ISSUED_ABOVE: 403, // a key or token issued by somebody who outranks the caller
  USER_SELF: 409, // the own permissions
  USER_LAST_ADMIN: 409, // of the head office
  USER_NOT_JOINED: 409, // no password to reset yet
  USER_INACTIVE: 409, // nothing is sent to a deactivated account
  APP_NOT_JOINED: 404, // no customer has joined the app with this phone
  APP_ALREADY_JOINED: 409,
  CUSTOMER_DIFFERS: 409, // the phone belongs to somebody with another name or birth date
  CUSTOMER_PHONE_TAKEN: 409, // values: id, if the caller sees that customer
  CUSTOMER_ELSEWHERE: 403, // the customer has machines that the caller does not see: another phone would open them in the app
  CUSTOMER_WITHDRAWN: 409, // left the app: only deleted
  VEHICLE_OF_ANOTHER: 409, // sold to an unknown customer
  TERMS_OUTDATED: 409, // there is a newer version
  TERMS_REQUIRED: 409, // withdrawn by leaving only
  TRANSFER_ALREADY_REQUESTED: 409, // one open transfer per vehicle
  TRANSFER_NOT_OWNER: 403,
  TRANSFER_VEHICLE_UNKNOWN: 404,
  TRANSFER_NOT_MEMBER: 422, // the new owner has not joined the app
  TRANSFER_TO_SELF: 422,
  TRANSFER_ALREADY_ACCEPTED: 409,
  TRANSFER_NOT_ACCEPTED: 409, // approve before the new owner accepts
  TRANSFER_DECIDED: 409, // values: status, at, by
  TRANSFER_AWAITING: 409, // both agreed: sale and customers stay until it is decided
  TRANSFER_OWNER_CHANGED: 409,
  TRANSFER_NEW_OWNER_GONE: 409, // left the app, or deleted
  TRANSFER_TERMS_MISSING: 409, // values: terms
  RDI_EXPIRED: 410, // values: dealer, phone
  RDI_USED_UP: 410, // values: dealer, phone
  OAUTH_GRANT_TYPE: 400, // of the Fleet API: another grant than client credentials
  FLEET_PAGE_BEYOND: 404, // values: last
  FLEET_CLIENTS_FULL: 409, // values: n
  FLEET_CLIENT_REVOKED: 409, // no new secret for it
  FLEET_CLIENT_ELSEWHERE: 403, // the customer has machines that the caller does not see
  PERIOD_TOO_LONG: 422, // values: maxDay
  WATCHES_FULL: 422, // values: limit
  DEVICE_IN_OTHER_UNIT: 409, // values: vin
  DEVICE_NOT_IN_USE: 409, // unregistered: locked
  DEVICE_UNKNOWN: 422,
  VEHICLE_HAS_DEVICE: 409, // values: device
  VEHICLE_HAS_OPEN_SOS: 409,
  VEHICLE_SOLD: 409, // unshipping, selling again
  VEHICLE_NOT_SOLD: 409,
  WORKBOOK_INVALID: 422, // by its content
  WORKBOOK_UNREADABLE: 422, // begins as one, and is damaged or has a password
  WORKBOOK_TOO_MANY_ROWS: 422, // values: limit
  WORKBOOK_TOO_HEAVY: 422, // unpacked size, time or memory
  WORKBOOK_NO_COLUMNS: 422, // values: columns
  WORKBOOK_EMPTY: 422,
  WORKBOOK_TWO_TABLES: 422, // only one would be read; values: sheet, other
  IMPORT_NOT_READY: 409, // has errors, is still being checked, or was saved already
  IMPORT_OUTDATED: 409, // the checked data has changed: check again
  PART_WITHOUT_IMAGE: 409, // only with one is a part shown; values: n, code
  IMAGE_INVALID: 422, // not .jpg or .png by content
  EXPORT_TOO_LARGE: 422, // values: total, limit
  EXPORT_NOT_READY: 409,
  REMOTE_START_REFUSED: 409, // values: reason
  NOT_CONNECTABLE: 409, // values: reason
  VEHICLE_HELD: 409, // it is being served: a session, or a program transfer; values: by, organization, since
  SESSION_NOT_YOURS: 403,
  SESSION_REFUSED: 409, // values: reason: not connected, busy, another test running, no test
  TEST_GATE: 409, // values: gate, item
  TEST_NEEDS: 409, // values: test
  TEST_NOT_CONFIRMED: 422, // values: key
  WRITE_IN_AFTER_SERVICE: 409, // the session is one of remote diagnosis
  SECOND_PERSON_NEEDED: 409, // none confirmed this part, or too long ago, or it was used
  APPROVAL_OWN: 409, // the second person must be another one
  APPROVAL_DECIDED: 409, // values: by
  APPROVAL_EXPIRED: 409, // its ten minutes or its session are over
  JOB_ALREADY_OPEN: 409, // values: id, by
  JOB_CLOSED: 409, // locked
  JOB_TEST_RUNS: 409, // on its machine
  JOB_IMAGES_FULL: 409, // values: n
  PROGRAM_INVALID: 422, // values: fault, line, byte
  PROGRAM_OWN: 403, // the author of a program's target does not confirm it
  PROGRAM_CONFIRMED: 409, // there is nothing left to confirm or state; values: by
  PROGRAM_UNCONFIRMED: 409, // its statement waits for another account
  FLASH_NOT_READY: 409, // values: check
  FLASH_SAME_VERSION: 409, // values: version
  FLASH_TOO_LATE: 409, // values: state
  ROLL_OUT_STATE: 409, // values: state
  ROLL_OUT_OWN: 403, // not by its author
  ROLL_OUT_NOT_YOURS: 403, // values: by
  ROLL_OUT_UNSEEN: 403, // values: n
  ROLL_OUT_OVERLAPS: 409, // values: n, name
  GPT_BANNER_SUSPENDED: 409, // suspended for good
  GPT_BANNER_EXPIRED: 409,
  GPT_BANNER_PUBLISHED: 409, // values: name; not deleted while the app shows it
  GPT_NOT_AVAILABLE: 503, // no endpoint, or none that answers
  GPT_BUDGET_USED: 429, // values: until
  GPT_ANSWERING: 409, // another question of this customer is being answered
  GPT_BUSY: 503,
  GPT_TIMEOUT: 504,
  GPT_FAILED: 502, // there is no usable answer
  ADDRESS_SEARCH_FAILED: 502, // the geocoder is away, or answers in another form
  UNAVAILABLE: 503, // database or broker away
  INTERNAL: 500,
} as const;
export type ErrorCode = keyof typeof errorStatus;
export type ProblemValues = Record<string, string | number>;
