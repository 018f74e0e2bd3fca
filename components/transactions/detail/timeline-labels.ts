'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { statusStyle, transactionStatusKind } from '#components/ui/status.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';
import { isDelivered, type TimelineLine } from '#lib/transactions/rules.ts';
import { addressName } from '#lib/webhooks/target.ts';

export type TimelineLabel = { shape: StatusShape; tone: Tone; what: string; note: string | null };
type LineStyle = { shape: StatusShape; tone: Tone };

const IDLE: LineStyle = { shape: 'pending', tone: 'idle' };
const FLOW: LineStyle = { shape: 'return', tone: 'flow' };
const LINE_STYLES: Partial<Record<TimelineEntry['kind'], LineStyle>> = {
  paid: { shape: 'check', tone: 'ok' },
  expired: { shape: 'hourglass', tone: 'idle' },
  cancelled: { shape: 'barred', tone: 'idle' },
  failed: { shape: 'octagon', tone: 'danger' },
  refund: FLOW,
  dispute: { shape: 'diamond', tone: 'flow' },
};

/** Icon and text of a timeline line. `created`: when the transaction was created. */
export function useTimelineLabels(type: string | null, created: string | null) {
  const t = useTranslations('transactions.detail.timeline');
  const labelOf = useEntryLabels(type);
  const duration = useDuration();
  const delivery = useDeliveryLabels();
  return (line: TimelineLine): TimelineLabel => {
    const { entry } = line;
    if (entry.kind === 'delivery') return delivery(line);
    const { shape, tone } = lineStyleOf(entry);
    const after = entry.kind === 'paid' && created !== null ? duration(created, entry.at) : null;
    return { shape, tone, what: labelOf(entry), note: after ?? noteOf(t, entry) };
  };
}

/** Translates a known reason; another is shown as received. */
function noteOf(t: Words, entry: TimelineEntry): string | null {
  if (entry.kind === 'operator') return endedNote(t, entry);
  if (entry.text === null) return null;
  const key = `reason.${entry.text}` as 'reason.INFRACTION';
  return /^[A-Z_]+$/.test(entry.text) && t.has(key) ? t(key) : entry.text;
}

/** An operator's action, if the translations know it; null: only the audit log's own name can be shown. */
type OperatorAction = {
  what: 'reveal' | 'refund' | 'resend' | 'defense' | null;
  /**
   * How the action ended, if the entry records an end: `confirmed`, `rejected`, `unknown`, `refused`,
   * `failed`.
   */
  end: 'confirmed' | 'rejected' | 'unknown' | 'refused' | 'failed' | null;
};

const KNOWN = [
  ['reveal', /reveal/],
  ['refund', /refund/],
  ['resend', /resend/],
  ['defense', /defen[sc]e|defend/],
] as const;

const ENDS = ['confirmed', 'rejected', 'unknown'] as const;

/**
 * Parses an audit log action (`transaction.reveal`, `refund.requested`, `refund.confirmed`): an operation's
 * last part is its state. `result` is the log's result when it is not ok.
 */
export function readAction(action: string, result: string | null): OperatorAction {
  const what = KNOWN.find(([, pattern]) => pattern.test(action))?.[0] ?? null;
  const last = action.split('.').at(-1);
  const end = ENDS.find((state) => state === last);
  if (end !== undefined) return { what, end };
  return { what, end: result === 'refused' || result === 'failed' ? result : null };
}

/** Names the operator who started an ended action; the entry of a start already names its operator. */
function endedNote(t: Words, { text, status, operator }: TimelineEntry): string | null {
  return readAction(text ?? '', status).end === null ? null : t('by', { name: operator ?? t('someone') });
}

function lineStyleOf(entry: TimelineEntry): LineStyle {
  if (entry.kind === 'operator') return { shape: 'operator', tone: entry.status === null ? 'idle' : 'warn' };
  if (entry.kind === 'status') return statusStyle(transactionStatusKind(entry.status));
  return LINE_STYLES[entry.kind] ?? IDLE;
}

function useEntryLabels(type: string | null): (entry: TimelineEntry) => string {
  const t = useTranslations('transactions.detail.timeline');
  const word = useStatusLabel();
  const known = type === 'DEPOSIT' || type === 'WITHDRAW' ? type : 'other';
  const refundLabel = (status: string | null) => {
    const key = `refundStatus.${status ?? 'none'}` as 'refundStatus.none';
    return t.has(key) ? t(key) : (status ?? '');
  };
  return (entry) => {
    switch (entry.kind) {
      case 'created':
        return t(`created.${known}`);
      case 'paid':
        return t(`paid.${known}`);
      case 'expired':
      case 'cancelled':
      case 'failed':
        return t(entry.kind);
      case 'refund': {
        const status = refundLabel(entry.status);
        return entry.amount === null
          ? t('refundPlain', { status })
          : t('refund', { status, amount: formatBrl(entry.amount) });
      }
      case 'dispute':
        return entry.status === null ? t('disputePlain') : t('dispute', { status: entry.status });
      case 'operator':
        return operatorLabel(t, entry);
      default:
        return t('status', { status: word(entry.status) });
    }
  };
}

type Words = ReturnType<typeof useTranslations<'transactions.detail.timeline'>>;

/**
 * Label of an operator's action. `entry.text` is the audit log's action, as in `transaction.reveal`; an
 * unknown one is shown by its name.
 */
function operatorLabel(t: Words, entry: TimelineEntry): string {
  const name = entry.operator ?? t('someone');
  const { what, end } = readAction(entry.text ?? '', entry.status);
  if (end !== null) {
    const thing = what === null ? (entry.text ?? '') : t(`operatorThing.${what}`);
    return t(`operatorEnd.${end}`, { what: thing });
  }
  return what === null
    ? t('operator.other', { name, what: entry.text ?? '' })
    : t(`operator.${what}`, { name });
}

function useDeliveryLabels(): (line: TimelineLine) => TimelineLabel {
  const t = useTranslations('transactions.detail.timeline');
  const statuses = useTranslations('common.status');
  const locale = useLocale() as Locale;
  const eventOf = (event: string | null) => {
    if (event === null) return null;
    const status = event.replace(/^TRANSACTION_/, '');
    return statuses.has(status as 'ERROR') ? statuses(status as 'ERROR') : event;
  };
  return ({ entry, folded, attempt }) => {
    const status = entry.httpStatus === null ? t('noAnswer') : String(entry.httpStatus);
    const host = entry.url && addressName(entry.url);
    const answer =
      host === null
        ? null
        : entry.responseTimeMs === null || entry.httpStatus === null
          ? t('toHost', { host })
          : t('answeredIn', { host, ms: Math.round(entry.responseTimeMs) });
    const answered = [eventOf(entry.text), answer].filter(Boolean).join(' · ') || null;
    if (isDelivered(entry.httpStatus))
      return { shape: 'check', tone: 'ok', what: t('delivered', { status }), note: answered };
    const failed: LineStyle = { shape: 'octagon', tone: 'danger' };
    const first = folded.at(-1);
    if (first === undefined)
      return { ...failed, what: t('deliveryFailed', { attempt: attempt ?? 1, status }), note: answered };
    const since = t('since', { time: formatInstant(locale, first.at, 'time') });
    const what = t('deliveriesFailed', { count: folded.length + 1, status });
    return { ...failed, what, note: [since, answered].filter(Boolean).join(' · ') };
  };
}

/** Formats a duration: '3 min 19 s depois de criada'; null when it is zero or negative (clocks disagree). */
function useDuration(): (from: string, to: string) => string | null {
  const t = useTranslations('transactions.detail');
  return (from, to) => {
    const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
    if (!(seconds > 0)) return null;
    const [s, min, h, d] = [
      seconds % 60,
      Math.floor(seconds / 60),
      Math.floor(seconds / 3600),
      Math.floor(seconds / 86_400),
    ];
    const time =
      d > 0
        ? t('duration.d', { d, h: h % 24 })
        : h > 0
          ? t('duration.h', { h, min: min % 60 })
          : min > 0
            ? t('duration.min', { min, s })
            : t('duration.s', { s });
    return t('timeline.after', { time });
  };
}
