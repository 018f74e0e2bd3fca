'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { saidAtFields } from '../use-faults.ts';
import { HOLDER, HolderCard } from './holder-card.tsx';
import type { Found } from './use-found.ts';

/** Fields that a look-up names: what is wrong with them stands at the key or the code. */
export const RECEIVER = ['code', 'key', 'keyType'];

type FoundProps = { found: Found; faulty: boolean; tried: boolean };

/** Result of the look-up, and the recurrence that a code offers besides its payment. */
export function FoundReceiver({ found, faulty, tried }: FoundProps) {
  const t = useTranslations('payments.withdrawals');
  return (
    <>
      <Result found={found} faulty={faulty} tried={tried} />
      {found.recurrence && <p className={fieldAnswer()}>{t('recurrence')}</p>}
    </>
  );
}

/** A button asks for the look-up when leaving the field did not. */
function Result({ found, faulty, tried }: FoundProps) {
  const t = useTranslations('payments.withdrawals');
  const { byCode, receiver, busy, refused, find, unseen } = found;
  if (unseen) return <p className={fieldAnswer()}>{t(byCode ? 'noDecode' : 'noLookUp')}</p>;
  if (receiver !== null) return <HolderCard receiver={receiver} />;
  if (busy)
    return (
      <div className={HOLDER} aria-busy="true">
        <span className="sr-only" role="status">
          {t('lookingUp')}
        </span>
        <span />
        <Skeleton width="60%" />
        <Skeleton width="5rem" />
      </div>
    );
  if (faulty) return null;
  if (refused !== null)
    return saidAtFields(refused, RECEIVER) ? null : <ErrorCard error={refused} onRetry={() => find()} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => find()}>{t(byCode ? 'readCode' : 'seeHolder')}</Button>
      {tried && <span className="text-xs text-danger-ink">{t('seeFirst')}</span>}
    </div>
  );
}
