import type { SimulatorLogEntry } from '#lib/sandbox/contract.ts';

/** One delivery attempt, parsed from a log sentence. `answer`: an HTTP status, or why there was none. */
export type DeliveryAttempt = {
  event: string;
  address: string;
  answer: string;
  attempt: number;
  failed: boolean;
};
export type LogLine = {
  key: string;
  entry: SimulatorLogEntry;
  delivery: DeliveryAttempt | null;
  count: number;
};

const ATTEMPT = /^([A-Z_]+): (https?:\/\/\S+): (.*) \(tentativa (\d+)\)$/;

export function deliveryOf(entry: SimulatorLogEntry): DeliveryAttempt | null {
  const match = entry.kind === 'delivery' ? ATTEMPT.exec(entry.text) : null;
  if (match === null) return null;
  const [, event = '', url = '', answer = '', attempt = ''] = match;
  return {
    event,
    address: url.replace(/^https?:\/\//, ''),
    answer,
    attempt: Number(attempt),
    failed: !/^2\d\d$/.test(answer),
  };
}

/** Lines, newest first. Consecutive failures of one address with one answer become one line. */
export function logLines(entries: readonly SimulatorLogEntry[], most: number): LogLine[] {
  const lines: LogLine[] = [];
  for (const entry of entries) {
    const delivery = deliveryOf(entry);
    const last = lines.at(-1);
    if (last !== undefined && sameFailure(last.delivery, delivery)) {
      last.count += 1;
      continue;
    }
    if (lines.length === most) break;
    lines.push({ key: keyOf(entry, lines), entry, delivery, count: 1 });
  }
  return lines;
}

function sameFailure(newer: DeliveryAttempt | null, older: DeliveryAttempt | null): boolean {
  return newer?.failed === true && newer.address === older?.address && newer.answer === older.answer;
}

/** Entries have no id, so equal ones are numbered. */
function keyOf({ at, kind, target }: SimulatorLogEntry, before: readonly LogLine[]): string {
  const name = `${at} ${kind} ${target}`;
  return `${name} ${before.filter((line) => line.key.startsWith(`${name} `)).length}`;
}
