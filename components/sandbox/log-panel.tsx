'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { SimulatorLogEntry, SimulatorPlan, SimulatorState } from '#lib/sandbox/contract.ts';
import { type DeliveryAttempt, type LogLine, logLines } from '#lib/sandbox/log-lines.ts';

const LATEST = 14;
const PLANNED = 2;

type Variant = { shape: StatusShape; tone: Tone };
const VARIANTS = lookupTable<Variant>({
  TRANSACTION_PENDING: { shape: 'pending', tone: 'idle' },
  TRANSACTION_COMPLETED: { shape: 'check', tone: 'ok' },
  TRANSACTION_CANCELED: { shape: 'barred', tone: 'idle' },
  TRANSACTION_EXPIRED: { shape: 'hourglass', tone: 'idle' },
  TRANSACTION_ERROR: { shape: 'octagon', tone: 'danger' },
  TRANSACTION_WAITING_FOR_REFUND: { shape: 'half', tone: 'flow' },
  TRANSACTION_REFUNDED: { shape: 'return', tone: 'flow' },
  INFRACTION_CHANGED: { shape: 'diamond', tone: 'flow' },
  dispute: { shape: 'diamond', tone: 'flow' },
  delivery: { shape: 'triangle', tone: 'warn' },
  ownership: { shape: 'check', tone: 'idle' },
  fault: { shape: 'octagon', tone: 'danger' },
});
/** Kinds whose label needs no note. */
const SELF_EXPLANATORY = new Set([
  'TRANSACTION_PENDING',
  'TRANSACTION_COMPLETED',
  'TRANSACTION_CANCELED',
  'TRANSACTION_EXPIRED',
  'TRANSACTION_ERROR',
  'TRANSACTION_WAITING_FOR_REFUND',
  'TRANSACTION_REFUNDED',
  'reset',
]);
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

function Done({ line }: { line: LogLine }) {
  const t = useTranslations('sandbox.log');
  const { entry, delivery, count } = line;
  const { shape, tone } = delivery?.failed === false ? DELIVERED : (VARIANTS[entry.kind] ?? REQUESTED);
  return (
    <TimelineItem
      shape={shape}
      tone={tone}
      what={
        <span title={entry.target ?? undefined}>
          {delivery ? deliveryWords(t, delivery, count) : eventWords(t, entry)}
        </span>
      }
      when={<Instant at={entry.at} variant="time" />}
      note={<Note line={line} />}
    />
  );
}

type Words = ReturnType<typeof useTranslations>;

function deliveryWords(t: Words, { failed, answer }: DeliveryAttempt, count: number): string {
  const status = /^\d{3}$/.test(answer) ? answer : t('noAnswer');
  return failed ? t('failed', { count, status }) : t('delivered', { status });
}

function eventWords(t: Words, entry: SimulatorLogEntry): string {
  const kind = t.has(`kinds.${entry.kind}`) ? entry.kind : 'other';
  return t(`kinds.${kind}`, { target: named(entry.target), kind: entry.kind });
}

/** Details that the label lacks: the delivery, or the simulator's own sentence. */
function Note({ line: { entry, delivery, count } }: { line: LogLine }) {
  const t = useTranslations('sandbox.log');
  if (delivery === null) return SELF_EXPLANATORY.has(entry.kind) ? null : <Sentence text={entry.text} />;
  const { address, event, attempt } = delivery;
  return count > 1 ? address : t('attempt', { address, event, attempt });
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
    const groups: Record<string, string | undefined> | undefined = form.exec(text)?.groups ?? undefined;
    if (!form.test(text)) continue;
    return {
      note,
      what: groups?.what ?? '',
      count: Number(groups?.count ?? 0),
      hours: Number(groups?.hours ?? 0),
    };
  }
  return null;
}

function Sentence({ text }: { text: string }) {
  const t = useTranslations('sandbox.log.notes');
  const found = logNote(text);
  if (found === null) return <span lang="pt-BR">{text}</span>;
  const { note, ...parts } = found;
  return <>{t(note, parts)}</>;
}

function Planned({ plan }: { plan: SimulatorPlan }) {
  const t = useTranslations('sandbox.log');
  const act = plan.act.split(' ')[0] ?? '';
  const words = t(`plans.${t.has(`plans.${act}`) ? act : 'other'}`, { target: named(plan.target) });
  return (
    <TimelineItem
      shape="clock"
      what={words}
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
