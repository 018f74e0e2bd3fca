'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { operationLook } from '#components/operations/operation-look.ts';
import { useKindWords, useStateWords } from '#components/operations/operation-words.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Status } from '#components/ui/status.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import styles from './approval.module.css';

type Props = {
  label: string;
  items: readonly Operation[];
  /** Who asked and who approved stand in the row, instead of whom it pays. */
  people?: boolean;
};

/** Operations beside the one that is decided; each leads to its own page. */
export function OperationLines({ label, items, people = false }: Props) {
  const t = useTranslations('operations.approval.lines');
  return (
    <table className={`table ${styles.lines}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t(people ? 'people' : 'what')}</th>
          <th scope="col" className="num">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((operation) => (
          <Line key={operation.id} operation={operation} people={people} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ operation, people }: { operation: Operation; people: boolean }) {
  const { slug } = useSession().account;
  const { id, createdAt, state, amount, kind } = operation;
  const stateWords = useStateWords();
  const kindWords = useKindWords();
  const peopleWords = usePeopleWords();
  const moved = state === 'confirmed';
  return (
    <tr>
      <td className={styles.when}>
        <Instant at={createdAt} look="minute" />
      </td>
      <td className={styles.state}>
        <Status kind={operationLook(state).kind} calm={moved}>
          {stateWords(state)}
        </Status>
      </td>
      <td className={styles.what}>
        <Link href={`/${slug}/operations/${id}`}>{people ? peopleWords(operation) : kindWords(kind)}</Link>
        {!people && <To intent={operation.intent} />}
      </td>
      <td className={`num ${styles.amount}`}>
        <Money cents={amount} direction={moved ? 'out' : 'still'} />
      </td>
    </tr>
  );
}

function To({ intent }: Pick<Operation, 'intent'>) {
  const name = intent.receiverName ?? intent.receiver ?? intent.pixKey;
  return typeof name === 'string' && name !== '' ? <span className="text-ink-3"> · {name}</span> : null;
}

function usePeopleWords() {
  const t = useTranslations('operations.approval.lines');
  const me = useSession().session.operator.id;
  return ({ actor, approval }: Operation) => {
    const by = approval.declined ? null : approval.by;
    if (by === null) return actor.name;
    return t('both', { asked: actor.name, approved: by.id === me ? t('you') : by.name });
  };
}
