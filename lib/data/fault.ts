/** Seconds after which a caller may retry when the database did not answer. */
export const AGAIN_SECONDS = 5;

/** True for lost connections, shutdowns and full disks: faults of the database, not of Guichê. */
export function isDatabaseFault(thrown: unknown): boolean {
  let current: unknown = thrown;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1, current = current.cause) {
    const { code, message } = current as Error & { code?: unknown };
    if (typeof code === 'string' && /^(ECONN|ENOSPC|ETIMEDOUT|EPIPE|57P|57014|08|53)/.test(code)) return true;
    if (
      /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|PGlite is clos/.test(
        message,
      )
    )
      return true;
  }
  return false;
}
