/** SQLSTATE classes of a database that is away, full, overloaded, shutting down, or where two transactions met. */
const passing = /^(08|25|40|53|54|55|57|58|XX)/;
const network = /ECONN|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|terminat|timeout|not connected|Driver not Connected|DataSource is not initialized|read-only/i;

/** Whether trying the same again may work: the cause lies outside the message. What it does not know, it takes for the message's own fault. */
export function mayPass(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return passing.test(code);
  return network.test(`${typeof code === 'string' ? code : ''} ${String(message)}`);
}
