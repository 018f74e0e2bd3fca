import type { ReactNode } from 'react';
import { documentedState } from '#lib/states/money.ts';
import { wordMap } from '#lib/word-map.ts';
import { Badge } from './badge.tsx';
import { Icon, type StatusShape, type Tone } from './icon.tsx';
import { useStatusWord } from './use-status-word.ts';

export type StatusKind = Tone | 'unknown' | 'local' | 'expired' | 'cancelled' | 'returned' | 'dispute';
type Look = { shape: StatusShape; tone: Tone };

const KINDS: Record<StatusKind, Look> = {
  ok: { shape: 'check', tone: 'ok' },
  warn: { shape: 'triangle', tone: 'warn' },
  danger: { shape: 'octagon', tone: 'danger' },
  flow: { shape: 'half', tone: 'flow' },
  idle: { shape: 'pending', tone: 'idle' },
  unknown: { shape: 'unknown', tone: 'idle' },
  local: { shape: 'operator', tone: 'idle' },
  expired: { shape: 'hourglass', tone: 'idle' },
  cancelled: { shape: 'barred', tone: 'idle' },
  returned: { shape: 'return', tone: 'flow' },
  dispute: { shape: 'diamond', tone: 'flow' },
};

const TRANSACTION_KINDS = wordMap<StatusKind>({
  COMPLETED: 'ok',
  PENDING: 'idle',
  WAITING_FOR_REFUND: 'flow',
  REFUNDED: 'returned',
  PARTIALLY_REFUNDED: 'returned',
  EXPIRED: 'expired',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  ERROR: 'danger',
});

/** Shape and tone of a kind, where only the sign is needed. */
export function statusLook(kind: StatusKind): Look {
  return KINDS[kind];
}

/** The kind of a transaction's status, by its word or its word's meaning; `unknown` where no part of it is known. */
export function transactionStatusKind(status: string | null): StatusKind {
  return TRANSACTION_KINDS[status ?? ''] ?? TRANSACTION_KINDS[documentedState(status) ?? ''] ?? 'unknown';
}

type Props = { kind: StatusKind; children: ReactNode; calm?: boolean; className?: string };

/** Shape and word, no ground: for rows and running text. `calm` keeps the word uncoloured. */
export function Status({ kind, children, calm = false, className = '' }: Props) {
  const { shape, tone } = KINDS[kind];
  return (
    <span className={`status ${className}`} data-tone={tone} data-calm={calm || undefined}>
      <Icon name={shape} tone={tone} />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A transaction's status in words; `badge` for heads. */
export function TransactionStatus({ status, badge = false }: { status: string | null; badge?: boolean }) {
  const kind = transactionStatusKind(status);
  const words = useStatusWord()(status);
  if (!badge) return <Status kind={kind}>{words}</Status>;
  const { shape, tone } = KINDS[kind];
  return (
    <Badge tone={tone} icon={shape}>
      {words}
    </Badge>
  );
}
