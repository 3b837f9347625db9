/**
 * The one error catalogue: code → HTTP status. Texts are `error.<code>` in `@headland/i18n`. E0001, E0105, E0802 and E0803 are the
 * product's own numbers; the others are named, because a name says more in a log.
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
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIME_ZONE: 422,
  TOO_MANY_REQUESTS: 429,
  PAYLOAD_TOO_LARGE: 413,
  CHANGED_MEANWHILE: 409, // values: at
  SOS_ALREADY_ACKNOWLEDGED: 409, // values: by, at
  SOS_CLOSED: 409,
  SOS_NOT_ACKNOWLEDGED: 409, // resolve from raised
  SOS_ILLEGAL_STEP: 409, // values: from, act
  SOS_TOP_LEVEL: 409, // escalated to the head office already
  FAULT_COMPLETED: 409, // "Completed reports cannot be changed"
  FAULT_NOT_ACCEPTED: 409, // complete before accept
  FAULT_ALREADY_ACCEPTED: 409,
  FAULT_TOP_LEVEL: 409,
  NOT_AN_AGENCY: 422,
  PERIOD_TOO_LONG: 422, // values: maxDay
  DEVICE_BUSY: 409,
  UNAVAILABLE: 503, // database or broker away
  INTERNAL: 500,
} as const;
export type ErrorCode = keyof typeof errorStatus;
export type ProblemValues = Record<string, string | number>;
