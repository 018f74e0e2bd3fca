export type Verdict = 'waiting' | 'ok' | 'bad';

/**
 * A correctly signed test must be accepted (2xx), a wrongly signed one refused (4xx). No answer counts as
 * `bad`.
 */
export function judgeTest(result: { status: number | null } | null, which: 'right' | 'wrong'): Verdict {
  if (result === null) return 'waiting';
  const { status } = result;
  if (status === null) return 'bad';
  const taken = status >= 200 && status < 300;
  if (which === 'right') return taken ? 'ok' : 'bad';
  return status >= 400 && status < 500 ? 'ok' : 'bad';
}
