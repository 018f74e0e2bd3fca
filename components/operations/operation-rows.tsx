'use client';

import { useTranslations } from 'next-intl';
import { Address } from '#components/ui/address.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { WaitingRows } from '#components/ui/waiting-rows.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { NextLookUp } from './next-look-up.tsx';
import { operationLook } from './operation-look.ts';
import { useKindWords, useReasonWords, useStateWords } from './operation-words.ts';
import styles from './operations.module.css';
import { TimeLeft } from './time-left.tsx';

type Props = {
  label: string;
  items: readonly Operation[];
  open: string | null;
  pick: (id: string) => void;
};
const COLUMNS = ['state', 'what', 'target', 'actor', 'begun', 'end'] as const;

export function OperationRows({ label, items, open, pick }: Props) {
  return (
    <table className={`table ${styles.rows}`} aria-label={label}>
      <Head />
      <tbody>
        {items.map((operation) => (
          <Row key={operation.id} operation={operation} isOpen={operation.id === open} pick={pick} />
        ))}
      </tbody>
    </table>
  );
}

function Head() {
  const t = useTranslations('operations.columns');
  return (
    <thead>
      <tr>
        {COLUMNS.map((name) => (
          <th key={name} scope="col">
            {t(name)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps = { operation: Operation; isOpen: boolean; pick: Props['pick'] };

/** The kind is the button that opens it; a press anywhere in the row does the same. */
function Row({ operation, isOpen: opened, pick }: RowProps) {
  const t = useTranslations('operations.columns');
  const kind = useKindWords()(operation.kind);
  const state = useStateWords()(operation.state);
  const { id, actor, createdAt, target, amount, intent } = operation;
  const named = namedBy(intent) ?? target;
  const select = () => {
    if (getSelection()?.isCollapsed ?? true) pick(id);
  };
  return (
    <tr data-open={opened || undefined} onClick={select}>
      <td className={styles.state}>
        <Status kind={operationLook(operation.state).kind} calm={operation.state === 'confirmed'}>
          {state}
        </Status>
      </td>
      <td className={styles.what}>
        <button
          type="button"
          className="row-open"
          aria-expanded={opened}
          onClick={(event) => {
            event.stopPropagation();
            pick(id);
          }}
        >
          {kind}
        </button>
        {amount !== null && (
          <span className={styles.amount}>
            <Money cents={amount} direction="still" />
          </span>
        )}
      </td>
      <td className={styles.target} title={target}>
        <Address url={named === target ? shortId(target) : named} />
      </td>
      <td className={styles.actor}>{actor.name}</td>
      <td className={styles.begun}>
        <span className={styles.label}>{t('begun')}</span> <Instant at={createdAt} />
      </td>
      <td className={styles.end}>
        <End operation={operation} />
      </td>
    </tr>
  );
}

/** Where it went or whom it pays; null where only an id says it. */
function namedBy(intent: Operation['intent']): string | null {
  for (const value of [intent.url, intent.receiverName, intent.receiver])
    if (typeof value === 'string' && value !== '') return value.replace(/^https?:\/\//, '');
  return null;
}

function End({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.columns');
  const reason = useReasonWords()(operation.reason);
  const late = useTranslations('operations.late');
  const { state, settledAt, lateAt, otherAmount } = operation;
  if (state === 'awaiting_approval') return <TimeLeft operation={operation} />;
  if (isOpen(state)) return <NextLookUp operation={operation} />;
  return (
    <>
      <span className={styles.label}>{t('end')}</span> <Instant at={settledAt} look="time" />
      {lateAt !== null && <b> · {late(otherAmount === null ? 'title' : 'otherAmount')}</b>}
      {reason && lateAt === null && <span className="text-ink-3"> · {reason}</span>}
    </>
  );
}

export function RowsSkeleton() {
  const t = useTranslations('operations');
  return (
    <table className={`table ${styles.rows}`} aria-busy="true" aria-label={t('loading')}>
      <Head />
      <WaitingRows lines={3} cells={COLUMNS.length} />
    </table>
  );
}
