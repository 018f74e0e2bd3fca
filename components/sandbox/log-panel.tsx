'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { shortId } from '#components/ui/copy-button.tsx';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { SimulatorLogEntry, SimulatorPlan, SimulatorState } from '#lib/sandbox/contract.ts';

const LATEST = 14;
const PLANNED = 2;

/** `bare`: the label needs no note. */
type Variant = { shape: StatusShape; tone: Tone; bare?: true };
const VARIANTS = lookupTable<Variant>({
  TRANSACTION_PENDING: { shape: 'pending', tone: 'idle', bare: true },
  TRANSACTION_COMPLETED: { shape: 'check', tone: 'ok', bare: true },
  TRANSACTION_CANCELED: { shape: 'barred', tone: 'idle', bare: true },
  TRANSACTION_EXPIRED: { shape: 'hourglass', tone: 'idle', bare: true },
  TRANSACTION_ERROR: { shape: 'octagon', tone: 'danger', bare: true },
  TRANSACTION_WAITING_FOR_REFUND: { shape: 'half', tone: 'flow', bare: true },
  TRANSACTION_REFUNDED: { shape: 'return', tone: 'flow', bare: true },
  INFRACTION_CHANGED: { shape: 'diamond', tone: 'flow' },
  dispute: { shape: 'diamond', tone: 'flow' },
  delivery: { shape: 'triangle', tone: 'warn' },
  ownership: { shape: 'check', tone: 'idle' },
  fault: { shape: 'octagon', tone: 'danger' },
  reset: { shape: 'operator', tone: 'idle', bare: true },
});
const DELIVERED: Variant = { shape: 'check', tone: 'ok' };
/** Every other entry was requested on this page or through the control API. */
const REQUESTED: Variant = { shape: 'operator', tone: 'idle' };

export function LogPanel({ state }: { state: SimulatorState }) {
  const t = useTranslations('sandbox.log');
  const format = useFormatter();
  const { transactions, seed, log, upcoming } = state;
  const size =
    transactions !== null &&
    seed !== null &&
    t('size', { count: transactions, seed: format.number(seed, { useGrouping: false }) });
  const planned = upcoming.slice(0, PLANNED).toReversed();
  return (
    <Panel title={t('title')} action={<span className="cap">{t('note')}</span>} footer={size}>
      {log.length + planned.length === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <Timeline label={t('list')}>
          {planned.map((plan) => (
            <Planned key={`${plan.at} ${plan.act} ${plan.target}`} plan={plan} />
          ))}
          {logLines(log, LATEST).map((line) => (
            <Done key={line.key} line={line} />
          ))}
        </Timeline>
      )}
    </Panel>
  );
}

function Done({ line: { entry, delivery, count } }: { line: LogLine }) {
  const t = useTranslations('sandbox.log');
  const { shape, tone, bare } = delivery?.failed === false ? DELIVERED : (VARIANTS[entry.kind] ?? REQUESTED);
  const labels = () => {
    if (delivery === null) {
      const kind = t.has(`kinds.${entry.kind}`) ? entry.kind : 'other';
      const what = t(`kinds.${kind}`, { target: named(entry.target), kind: entry.kind });
      return { what, note: !bare && <Sentence text={entry.text} /> };
    }
    const { failed, answer, address, event, attempt } = delivery;
    const status = /^\d{3}$/.test(answer) ? answer : t('noAnswer');
    const what = failed ? t('failed', { count, status }) : t('delivered', { status });
    return { what, note: count > 1 ? address : t('attempt', { address, event, attempt }) };
  };
  const { what, note } = labels();
  return (
    <TimelineItem
      shape={shape}
      tone={tone}
      what={<span title={entry.target ?? undefined}>{what}</span>}
      when={<Instant at={entry.at} variant="time" />}
      note={note}
    />
  );
}

/** The simulator's sentences, which are in Portuguese, and the message key for each. */
const SENTENCES = [
  ['fault', /^Falha armada: (?<what>[\w-]+)(?:, (?<count>\d+) chamada\(s\))?$/],
  ['state', /^(?:Conta|Hub): (?<what>.+)$/],
  ['dispute', /^Abriu disputa(?:: (?<what>.+?))?(?:, prazo (?<hours>\d+) h)?$/],
  ['charge', /^Cobrança: (?<what>.+)$/],
  ['withdrawal', /^Saque: (?<what>.+)$/],
  ['deposit', /^Pix sem cobrança$/],
  ['card', /^Cartão: (?<what>\S+) pelo controle$/],
  ['verified', /^(?<what>\S+): verificado$/],
] as const;

type LogNote = { note: (typeof SENTENCES)[number][0]; what: string; count: number; hours: number };

/** The message and values for a sentence; null: unknown, shown as it is. */
export function logNote(text: string): LogNote | null {
  for (const [note, form] of SENTENCES) {
    const match = form.exec(text);
    if (match === null) continue;
    const { what = '', count = '0', hours = '0' }: Record<string, string | undefined> = match.groups ?? {};
    return { note, what, count: Number(count), hours: Number(hours) };
  }
  return null;
}

function Sentence({ text }: { text: string }) {
  const t = useTranslations('sandbox.log.notes');
  const found = logNote(text);
  if (found === null) return <span lang="pt-BR">{text}</span>;
  const { note, ...parts } = found;
  return t(note, parts);
}

function Planned({ plan }: { plan: SimulatorPlan }) {
  const t = useTranslations('sandbox.log');
  const act = plan.act.split(' ')[0] ?? '';
  return (
    <TimelineItem
      shape="clock"
      what={t(`plans.${t.has(`plans.${act}`) ? act : 'other'}`, { target: named(plan.target) })}
      when={<Instant at={plan.at} variant="time" />}
      note={t('planned')}
      future
    />
  );
}

/** A reference unchanged, an opaque id shortened. */
function named(target: string | null): string {
  if (target === null) return '';
  return /^[A-Za-z0-9]{24}$/.test(target) ? shortId(target) : target;
}

/** One delivery attempt, parsed from a log sentence. `answer`: an HTTP status, or why there was none. */
type DeliveryAttempt = {
  event: string;
  address: string;
  answer: string;
  attempt: number;
  failed: boolean;
};
type LogLine = {
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
