'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { statusStyle, transactionStatusKind } from '#components/ui/status.tsx';
import { useStatusWord } from '#components/ui/use-status-word.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';
import { isDelivered, type TimelineLine } from '#lib/transactions/detail-rules.ts';
import { addressName } from '#lib/webhooks/target.ts';

export type LineWords = { shape: StatusShape; tone: Tone; what: string; note: string | null };
type Look = { shape: StatusShape; tone: Tone };

const IDLE: Look = { shape: 'pending', tone: 'idle' };
const FLOW: Look = { shape: 'return', tone: 'flow' };
const LOOKS: Partial<Record<TimelineEntry['kind'], Look>> = {
  paid: { shape: 'check', tone: 'ok' },
  expired: { shape: 'hourglass', tone: 'idle' },
  cancelled: { shape: 'barred', tone: 'idle' },
  failed: { shape: 'octagon', tone: 'danger' },
  refund: FLOW,
  dispute: { shape: 'diamond', tone: 'flow' },
};

/** How a line of the timeline looks and reads. `created` is when the transaction was. */
export function useTimelineLabels(type: string | null, created: string | null) {
  const t = useTranslations('transactions.detail.timeline');
  const say = useSayings(type);
  const duration = useDuration();
  const delivery = useDeliveryLabels();
  return (line: TimelineLine): LineWords => {
    const { entry } = line;
    if (entry.kind === 'delivery') return delivery(line);
    const { shape, tone } = lookOf(entry);
    const after = entry.kind === 'paid' && created !== null ? duration(created, entry.at) : null;
    return { shape, tone, what: say(entry), note: after ?? noteOf(t, entry) };
  };
}

/** A reason in words where it is a known one, else as the provider wrote it. */
function noteOf(t: Words, entry: TimelineEntry): string | null {
  if (entry.kind === 'operator') return endedNote(t, entry);
  if (entry.text === null) return null;
  const key = `reason.${entry.text}` as 'reason.INFRACTION';
  return /^[A-Z_]+$/.test(entry.text) && t.has(key) ? t(key) : entry.text;
}

/** Action of an operator, as the catalogue knows it; null when only the log's own name can say it. */
type OperatorAction = {
  what: 'reveal' | 'refund' | 'resend' | 'defense' | null;
  /** How it ended, where the entry is about its end: `confirmed`, `rejected`, `unknown`, `refused`, `failed`. */
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
 * Reads an action of the audit log (`transaction.reveal`, `refund.requested`, `refund.confirmed`): an operation's
 * last word is its state. `result` is the log's where it was not ok.
 */
export function readAction(action: string, result: string | null): OperatorAction {
  const what = KNOWN.find(([, pattern]) => pattern.test(action))?.[0] ?? null;
  const last = action.split('.').at(-1);
  const end = ENDS.find((state) => state === last);
  if (end !== undefined) return { what, end };
  return { what, end: result === 'refused' || result === 'failed' ? result : null };
}

/** Names the operator who began an ended action; an entry of a beginning names its operator itself. */
function endedNote(t: Words, { text, status, operator }: TimelineEntry): string | null {
  return readAction(text ?? '', status).end === null ? null : t('by', { name: operator ?? t('someone') });
}

function lookOf(entry: TimelineEntry): Look {
  if (entry.kind === 'operator') return { shape: 'operator', tone: entry.status === null ? 'idle' : 'warn' };
  if (entry.kind === 'status') return statusStyle(transactionStatusKind(entry.status));
  return LOOKS[entry.kind] ?? IDLE;
}

function useSayings(type: string | null): (entry: TimelineEntry) => string {
  const t = useTranslations('transactions.detail.timeline');
  const word = useStatusWord();
  const known = type === 'DEPOSIT' || type === 'WITHDRAW' ? type : 'other';
  const refundWord = (status: string | null) => {
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
        const status = refundWord(entry.status);
        return entry.amount === null
          ? t('refundPlain', { status })
          : t('refund', { status, amount: formatBrl(entry.amount) });
      }
      case 'dispute':
        return entry.status === null ? t('disputePlain') : t('dispute', { status: entry.status });
      case 'operator':
        return operatorWords(t, entry);
      default:
        return t('status', { status: word(entry.status) });
    }
  };
}

type Words = ReturnType<typeof useTranslations<'transactions.detail.timeline'>>;

/** `text` is the audit log's action, as in `transaction.reveal`; one that is not known is shown by its name. */
function operatorWords(t: Words, entry: TimelineEntry): string {
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

function useDeliveryLabels(): (line: TimelineLine) => LineWords {
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
    const failed: Look = { shape: 'octagon', tone: 'danger' };
    const first = folded.at(-1);
    if (first === undefined)
      return { ...failed, what: t('deliveryFailed', { attempt: attempt ?? 1, status }), note: answered };
    const since = t('since', { time: formatInstant(locale, first.at, 'time') });
    const what = t('deliveriesFailed', { count: folded.length + 1, status });
    return { ...failed, what, note: [since, answered].filter(Boolean).join(' · ') };
  };
}

/** '3 min 19 s depois de criada'; null where it was at once, or the clocks disagree. */
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
