import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { NoticeConflict } from '#components/deliveries/notice-conflict.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { useEventLabels } from '#components/resends/use-labels.ts';
import { DetailPart } from '#components/ui/facts.tsx';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { statusStyle, transactionStatusKind, useStatusLabel } from '#components/ui/status.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { noticeConflictOf } from '#lib/deliveries/notice-conflict.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';
import { detailOptions, timelineOptions } from '#lib/transactions/queries.ts';
import { foldTimeline, isDelivered, type TimelineLine } from '#lib/transactions/rules.ts';
import { addressName } from '#lib/webhooks/rules.ts';

const WAITING = ['first', 'second', 'third'];

type Props = {
  transaction: Transaction;
  /** Hides the timeline's error: the failed transaction above already shows one for both. */
  quiet?: boolean;
};

/** Events of the transaction, newest first; consecutive failed deliveries are one line. */
export function DetailTimeline({ transaction, quiet = false }: Props) {
  const t = useTranslations('transactions.detail.timeline');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(timelineOptions(account, transaction.id));
  const client = useQueryClient();
  const nameOf = useEventLabels();
  const labelOf = useTimelineLabels(transaction);
  const lines = data === undefined ? [] : foldTimeline(data.items);
  const notices = (data?.items ?? [])
    .filter(({ kind }) => kind === 'delivery')
    .map(({ text, ...entry }) => ({ ...entry, event: text }));
  const readAgain = () =>
    void client.refetchQueries({ queryKey: detailOptions(account, transaction.id).queryKey, type: 'active' });
  const newest = lines[0]?.entry.at ?? transaction.createdAt;
  return (
    <DetailPart
      title={t('title')}
      note={newest !== null && t('zone', { day: formatInstant(locale, newest, 'day') })}
    >
      <QueryBody
        query={{ data, error: quiet ? null : error, refetch }}
        asOf={data?.asOf}
        skeleton={
          <div className="grid gap-3" aria-hidden="true">
            {WAITING.map((line) => (
              <Skeleton key={line} width="80%" />
            ))}
          </div>
        }
      >
        {() => lines.length === 0 && <p className="text-ink-3">{t('empty')}</p>}
      </QueryBody>
      <NoticeConflict
        conflict={noticeConflictOf(transaction, notices)}
        nameOf={nameOf}
        onReadAgain={readAgain}
      />
      {lines.length > 0 && (
        <Timeline label={t('title')}>
          {lines.map((line) => {
            const { id, at } = line.entry;
            // The title names the newest day; events of other days show their date.
            const isOfNewestDay = newest !== null && saoPauloDay(at) === saoPauloDay(newest);
            const when = <Instant at={at} variant={isOfNewestDay ? 'time' : 'full'} />;
            return <TimelineItem key={id} {...labelOf(line)} when={when} />;
          })}
        </Timeline>
      )}
    </DetailPart>
  );
}

type LineStyle = { shape: StatusShape; tone: Tone };
type TimelineLabel = LineStyle & { what: string; note: string | null };

const FAILED: LineStyle = { shape: 'octagon', tone: 'danger' };
const STYLES: Partial<Record<TimelineEntry['kind'], LineStyle>> = {
  paid: { shape: 'check', tone: 'ok' },
  expired: { shape: 'hourglass', tone: 'idle' },
  cancelled: { shape: 'barred', tone: 'idle' },
  failed: FAILED,
  refund: { shape: 'return', tone: 'flow' },
  dispute: { shape: 'diamond', tone: 'flow' },
};

function styleOf({ kind, status }: TimelineEntry): LineStyle {
  if (kind === 'operator') return { shape: 'operator', tone: status === null ? 'idle' : 'warn' };
  if (kind === 'status') return statusStyle(transactionStatusKind(status));
  return STYLES[kind] ?? { shape: 'pending', tone: 'idle' };
}

function useTimelineLabels({ type, createdAt }: Transaction): (line: TimelineLine) => TimelineLabel {
  const entryLabel = useEntryLabels(type);
  const operatorLabel = useOperatorLabels();
  const deliveryLabel = useDeliveryLabels();
  const timeAfter = useTimeAfter();
  return (line) => {
    const { entry } = line;
    if (entry.kind === 'delivery') return deliveryLabel(line);
    if (entry.kind === 'operator') return { ...styleOf(entry), ...operatorLabel(entry) };
    const { what, note } = entryLabel(entry);
    const after = entry.kind === 'paid' && createdAt !== null ? timeAfter(createdAt, entry.at) : null;
    return { ...styleOf(entry), what, note: after ?? note };
  };
}

type EntryLabel = Pick<TimelineLabel, 'what' | 'note'>;

function useEntryLabels(type: string | null): (entry: TimelineEntry) => EntryLabel {
  const t = useTranslations('transactions.detail.timeline');
  const statusLabel = useStatusLabel();
  const known = type === 'DEPOSIT' || type === 'WITHDRAW' ? type : 'other';
  const refundStatus = (status: string | null) => {
    const key = `refundStatus.${status ?? 'none'}` as 'refundStatus.none';
    return t.has(key) ? t(key) : (status ?? '');
  };
  const what = ({ kind, status, amount }: TimelineEntry) => {
    if (kind === 'created' || kind === 'paid') return t(`${kind}.${known}`);
    if (kind === 'expired' || kind === 'cancelled' || kind === 'failed') return t(kind);
    if (kind === 'dispute') return status === null ? t('disputePlain') : t('dispute', { status });
    if (kind !== 'refund') return t('status', { status: statusLabel(status) });
    const refunded = { status: refundStatus(status) };
    return amount === null
      ? t('refundPlain', refunded)
      : t('refund', { ...refunded, amount: formatBrl(amount) });
  };
  // A known reason is translated; another is shown as received.
  const reason = (text: string | null) => {
    const key = `reason.${text}` as 'reason.INFRACTION';
    return text !== null && /^[A-Z_]+$/.test(text) && t.has(key) ? t(key) : text;
  };
  return (entry) => ({ what: what(entry), note: reason(entry.text) });
}

const ACTIONS = [
  ['reveal', /reveal/],
  ['refund', /refund/],
  ['resend', /resend/],
  ['defense', /defen[sc]e|defend/],
] as const;
const ENDS = ['confirmed', 'rejected', 'unknown'] as const;

/**
 * Parses an audit log action (`transaction.reveal`, `refund.requested`, `refund.confirmed`): an operation's
 * last part is its state. `result` is the log's result when it is not ok. `what` is null for an action without
 * a translation, `end` for an entry that records no end.
 */
export function readAction(action: string, result: string | null) {
  const what = ACTIONS.find(([, pattern]) => pattern.test(action))?.[0] ?? null;
  const last = action.split('.').at(-1);
  const failure = result === 'refused' || result === 'failed' ? result : null;
  return { what, end: ENDS.find((state) => state === last) ?? failure };
}

/** An operator's action, or its end with the operator who started it. An unknown action has the log's name. */
function useOperatorLabels(): (entry: TimelineEntry) => EntryLabel {
  const t = useTranslations('transactions.detail.timeline');
  return ({ text, status, operator }) => {
    const name = operator ?? t('someone');
    const action = text ?? '';
    const { what, end } = readAction(action, status);
    if (end !== null) {
      const thing = what === null ? action : t(`operatorThing.${what}`);
      return { what: t(`operatorEnd.${end}`, { what: thing }), note: t('by', { name }) };
    }
    const label =
      what === null ? t('operator.other', { name, what: action }) : t(`operator.${what}`, { name });
    return { what: label, note: null };
  };
}

function useDeliveryLabels(): (line: TimelineLine) => TimelineLabel {
  const t = useTranslations('transactions.detail.timeline');
  const statuses = useTranslations('common.status');
  const locale = useLocale() as Locale;
  const eventLabel = (event: string | null) => {
    if (event === null) return null;
    const status = event.replace(/^TRANSACTION_/, '');
    return statuses.has(status as 'ERROR') ? statuses(status as 'ERROR') : event;
  };
  const answerLabel = ({ url, httpStatus, responseTimeMs: ms }: TimelineEntry) => {
    const host = url && addressName(url);
    if (host === null) return null;
    return ms === null || httpStatus === null
      ? t('toHost', { host })
      : t('answeredIn', { host, ms: Math.round(ms) });
  };
  return ({ entry, folded, attempt }) => {
    const { httpStatus, text } = entry;
    const status = httpStatus === null ? t('noAnswer') : String(httpStatus);
    const first = folded.at(-1);
    const since = first && t('since', { time: formatInstant(locale, first.at, 'time') });
    const isDone = isDelivered(httpStatus);
    const notes = [!isDone && since, eventLabel(text), answerLabel(entry)];
    const note = notes.filter(Boolean).join(' · ') || null;
    if (isDone) return { shape: 'check', tone: 'ok', what: t('delivered', { status }), note };
    if (first === undefined)
      return { ...FAILED, what: t('deliveryFailed', { attempt: attempt ?? 1, status }), note };
    return { ...FAILED, what: t('deliveriesFailed', { count: folded.length + 1, status }), note };
  };
}

/** Formats a duration: '3 min 19 s depois de criada'; null when it is zero or negative (clocks disagree). */
function useTimeAfter(): (from: string, to: string) => string | null {
  const t = useTranslations('transactions.detail');
  const durationOf = (seconds: number) => {
    const min = Math.floor(seconds / 60);
    const h = Math.floor(min / 60);
    const d = Math.floor(h / 24);
    if (d > 0) return t('duration.d', { d, h: h % 24 });
    if (h > 0) return t('duration.h', { h, min: min % 60 });
    return min > 0 ? t('duration.min', { min, s: seconds % 60 }) : t('duration.s', { s: seconds });
  };
  return (from, to) => {
    const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
    return seconds > 0 ? t('timeline.after', { time: durationOf(seconds) }) : null;
  };
}
