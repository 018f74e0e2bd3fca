import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { DOCUMENTED, type MoneyState, moneyStateOf } from '#lib/core/status/money.ts';
import { Badge } from './badge.tsx';
import { cn } from './cn.ts';
import { Icon, type StatusShape, type Tone } from './icon.tsx';

export type StatusKind = Tone | 'unknown' | 'local' | 'expired' | 'cancelled' | 'returned' | 'dispute';

const KINDS: Record<StatusKind, { shape: StatusShape; tone: Tone }> = {
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

const MONEY_KINDS = lookupTable<StatusKind>({
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

/** Shape and tone of a kind, for callers that show only the icon. */
export const statusStyle = (kind: StatusKind) => KINDS[kind];

/** The kind of a payment status, by its word, else by its meaning; `unknown` where neither is known. */
export function statusKindOf(status: string | null, meaning: MoneyState | null): StatusKind {
  const known = meaning === null ? '' : DOCUMENTED[meaning];
  return MONEY_KINDS[status ?? ''] ?? MONEY_KINDS[known] ?? 'unknown';
}

/** Classes of an icon and its label. `calm`: no action is needed, so only the icon is coloured. */
export const statusVariants = cva(
  'inline-flex min-w-0 items-center gap-1.5 align-top whitespace-nowrap [&>svg]:size-3.5',
  {
    variants: {
      tone: {
        ok: 'text-ink-2',
        warn: 'text-warn-ink',
        danger: 'text-danger-ink',
        flow: 'text-flow-ink',
        idle: 'text-ink-3',
        calm: 'text-ink-2',
      },
    },
  },
);

type Props = {
  kind: StatusKind;
  children: ReactNode;
  calm?: boolean;
  badge?: boolean;
  className?: string;
};

/** Icon and label: plain for rows and text, `badge` for headings. `calm` keeps the label uncoloured. */
export function Status({ kind, children, calm = false, badge = false, className }: Props) {
  const { shape, tone } = KINDS[kind];
  if (badge)
    return (
      <Badge tone={tone} icon={shape}>
        {children}
      </Badge>
    );
  return (
    <span
      className={cn(statusVariants({ tone: calm ? 'calm' : tone }), className)}
      data-tone={tone}
      data-calm={calm || undefined}
    >
      <Icon name={shape} tone={tone} />
      <span className="truncate">{children}</span>
    </span>
  );
}

/** An undocumented status with its meaning: `PAGAMENTO_CONFIRMADO (Completed)`; null: the word alone. */
export function useStatusReading(): (status: string, meaning: MoneyState | null) => string {
  const t = useTranslations('common.status');
  return (status, meaning) =>
    meaning === null ? status : `${status} (${t(DOCUMENTED[meaning] as 'COMPLETED')})`;
}

/** The label of a status. An undocumented one is shown as it came, with its meaning where Guichê knows it. */
export function useStatusLabel(): (status: string | null) => string {
  const t = useTranslations('common.status');
  const reading = useStatusReading();
  return (status) => {
    if (status === null) return t('none');
    return t.has(status as 'ERROR') ? t(status as 'ERROR') : reading(status, moneyStateOf(status));
  };
}

export const transactionStatusKind = (status: string | null): StatusKind =>
  statusKindOf(status, moneyStateOf(status));

/** A transaction's status label; `badge` for headings. */
export function TransactionStatus({ status, badge = false }: { status: string | null; badge?: boolean }) {
  const label = useStatusLabel()(status);
  return (
    <Status kind={transactionStatusKind(status)} badge={badge}>
      {label}
    </Status>
  );
}
