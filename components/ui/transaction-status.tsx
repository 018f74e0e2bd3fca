import { moneyStateOf } from '#lib/states/money.ts';
import { Status, type StatusKind, statusKindOf } from './status.tsx';
import { useStatusWord } from './use-status-word.ts';

/** The kind of a transaction's status, by its word alone. */
export const transactionStatusKind = (status: string | null): StatusKind =>
  statusKindOf(status, moneyStateOf(status));

/** A transaction's status in words; `badge` for heads. */
export function TransactionStatus({ status, badge = false }: { status: string | null; badge?: boolean }) {
  const kind = transactionStatusKind(status);
  const words = useStatusWord()(status);
  return (
    <Status kind={kind} badge={badge}>
      {words}
    </Status>
  );
}
