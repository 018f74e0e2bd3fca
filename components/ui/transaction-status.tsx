import { moneyStateOf } from '#lib/states/money.ts';
import { Badge } from './badge.tsx';
import { Status, type StatusKind, statusKindOf, statusLook } from './status.tsx';
import { useStatusWord } from './use-status-word.ts';

/** The kind of a transaction's status, by its word alone. */
export const transactionStatusKind = (status: string | null): StatusKind =>
  statusKindOf(status, moneyStateOf(status));

/** A transaction's status in words; `badge` for heads. */
export function TransactionStatus({ status, badge = false }: { status: string | null; badge?: boolean }) {
  const kind = transactionStatusKind(status);
  const words = useStatusWord()(status);
  if (!badge) return <Status kind={kind}>{words}</Status>;
  const { shape, tone } = statusLook(kind);
  return (
    <Badge tone={tone} icon={shape}>
      {words}
    </Badge>
  );
}
