'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { type Operation, receiverOptions } from '#lib/operations/queries.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import styles from './operations.module.css';

/** Whom it pays, in the largest type and in full, for who decides it: opening it is what the audit log keeps. */
export function ReceiverShown({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery({
    ...receiverOptions(account, operation.id),
    enabled: operation.may.approve,
  });
  const receiver = data?.receiver;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field stands in it, and a second landmark of its name may be near
    <div
      role="group"
      className={styles.receiver}
      aria-label={t('to')}
      aria-busy={(!data && !error) || undefined}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        <b className="text-ink-2">{t('to')}</b>
        <span className="flex items-center gap-1">
          <Icon name="eye" size="s" /> {t('open')}
        </span>
        <span className="ml-auto">{t('audited')}</span>
      </p>
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {receiver === undefined && error === null && <ReadingLine words={t('reading')} width="70%" />}
      {receiver && <Lines receiver={receiver} />}
    </div>
  );
}

type Receiver = { name: string | null; document: string | null } & Record<
  'institution' | 'key' | 'keyType' | 'account',
  string | null
>;

function Lines({ receiver: { name, document, institution, key, keyType, account } }: { receiver: Receiver }) {
  const t = useTranslations('operations.approval');
  const type = keyType === null ? null : `keyTypes.${keyType.toLowerCase()}`;
  const facts = [document && formatDocument(document), institution].filter(Boolean).join(' · ');
  return (
    <>
      {name === null ? (
        <p className="text-ink-3">{t('noName')}</p>
      ) : (
        <p className={styles.receiverName}>{name}</p>
      )}
      {facts !== '' && <p className="break-words whitespace-normal">{facts}</p>}
      {key !== null && (
        <div>
          <p className="flex justify-between gap-2 text-xs text-ink-3">
            <span>{t('toKey')}</span>
            {type !== null && t.has(type) && <span>{t(type as 'keyTypes.cpf')}</span>}
          </p>
          <p className={styles.receiverKey}>
            <CopyId value={key} whole />
          </p>
        </div>
      )}
      {account !== null && (
        <div>
          <p className="text-xs text-ink-3">{t('toAccount')}</p>
          <p className={styles.receiverKey}>
            <CopyId value={account} whole />
          </p>
        </div>
      )}
    </>
  );
}
