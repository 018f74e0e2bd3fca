'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { ReadingLine } from '#components/ui/skeleton.tsx';
import { documentKind, formatDocument } from '#lib/core/pix/documents.ts';
import { formatKey } from '#lib/core/pix/pix-key.ts';
import { type Operation, type Receiver, receiverOptions } from '#lib/operations/queries.ts';
import { useAccountTypeLabels } from './operation-labels.ts';

/** The receiver in full and in large type, for the approver. The audit log records that it was opened. */
export function ReceiverShown({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.approval');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery({
    ...receiverOptions(account, operation.id),
    enabled: operation.may.approve,
  });
  const receiver = data?.receiver;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field inside; a landmark of this name may exist already
    <div role="group" className="grid gap-1" aria-label={t('to')} aria-busy={(!data && !error) || undefined}>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
        <b className="text-ink-2">{t('to')}</b>
        <span className="flex items-center gap-1">
          <Icon name="eye" size="s" /> {t('open')}
        </span>
        <span className="ml-auto">{t('audited')}</span>
      </p>
      {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {receiver === undefined && error === null && <ReadingLine words={t('reading')} width="70%" />}
      {receiver && <Lines receiver={receiver} requester={operation.actor.name} />}
    </div>
  );
}

/** A key or an account in full; long ones wrap. */
const KEY = 'wrap-anywhere text-(length:--text-lg) [&_span]:wrap-anywhere [&_span]:whitespace-normal';

type LinesProps = { receiver: Receiver; requester: string };

function Lines({ receiver, requester }: LinesProps) {
  const t = useTranslations('operations.approval');
  const accountTypes = useAccountTypeLabels();
  const { name, document, institution, ispb, accountType, account } = receiver;
  const kind = document === null ? null : documentKind(document);
  return (
    <>
      {name === null ? (
        <p className="text-ink-3">{t('noName')}</p>
      ) : (
        <p className="wrap-anywhere text-xl font-[700]">{name}</p>
      )}
      <p className="wrap-anywhere flex flex-wrap gap-x-4 gap-y-0.5 [&>span]:min-w-0">
        {document !== null && (
          <span>
            {kind !== null && `${t(`keyTypes.${kind}`)} `}
            <b className="mono">{formatDocument(document)}</b>
          </span>
        )}
        {(institution ?? ispb) !== null && (
          <span>
            {institution} {ispb !== null && <span className="text-ink-3">{t('ispb', { number: ispb })}</span>}
          </span>
        )}
        {accountType !== null && <span className="text-ink-3">{accountTypes(accountType)}</span>}
      </p>
      <Key receiver={receiver} requester={requester} />
      {account !== null && (
        <div>
          <p className="text-xs text-ink-3">{t('toAccount')}</p>
          <p className={KEY}>
            <CopyId value={account} whole />
          </p>
        </div>
      )}
    </>
  );
}

/** Shown apart from the document, even if equal, because the payment goes to the key. */
function Key({ receiver: { key, keyType, seenAt }, requester }: LinesProps) {
  const t = useTranslations('operations.approval');
  if (key === null) return null;
  const type = keyType?.toLowerCase() ?? '';
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-3">
        <span>{t('toKey', { name: requester })}</span>
        <span>
          {t.has(`keyTypes.${type}`) && t(`keyTypes.${type as 'cpf'}`)}
          {t.has(`keyTypes.${type}`) && seenAt !== null && ' · '}
          {seenAt !== null && t.rich('keySeen', { time: () => <Instant at={seenAt} variant="minute" /> })}
        </span>
      </p>
      <p className={KEY}>
        <CopyId value={key} shown={formatKey(key, keyType)} whole />
      </p>
    </div>
  );
}
