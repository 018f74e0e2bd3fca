'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAccountTypeLabels } from '#components/operations/operation-labels.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { CodeAnswer, HolderAnswer, Receiver } from '#lib/payments/outgoing-forms.ts';
import { shownAtFields } from '../refused.tsx';
import type { Found } from './use-outgoing.ts';

/** Fields named by look-up errors; these errors are shown at the key or the code. */
export const RECEIVER = ['code', 'key', 'keyType'];

type FoundProps = { found: Found; faulty: boolean; tried: boolean };

/** The result of the look-up, and a note if the code also offers a recurrence. */
export function FoundReceiver({ found, faulty, tried }: FoundProps) {
  const t = useTranslations('payments.withdrawals');
  return (
    <>
      <Result found={found} faulty={faulty} tried={tried} />
      {found.recurrence && <p className={fieldAnswer()}>{t('recurrence')}</p>}
    </>
  );
}

/** The look-up's result, or a button to start it where blur did not. */
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
    return shownAtFields(refused, RECEIVER) ? null : <ErrorCard error={refused} onRetry={() => find()} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => find()}>{t(byCode ? 'readCode' : 'seeHolder')}</Button>
      {tried && <span className="text-xs text-danger-ink">{t('seeFirst')}</span>}
    </div>
  );
}

const HOLDER =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 rounded-2 border border-l-3 border-line-strong border-l-ok-line px-3 py-2 [&>b]:wrap-anywhere [&>p]:col-[2/4] [&>p]:text-xs [&>p]:text-ink-3';

/** The receiver before the payment, from the Pix directory or the code. */
export function HolderCard({ receiver }: { receiver: Receiver }) {
  const t = useTranslations('payments.holder');
  const { name, document } = namedIn(receiver);
  return (
    <div className={HOLDER} role="status">
      <Icon name={name === null ? 'triangle' : 'check'} tone={name === null ? 'warn' : 'ok'} />
      <b>{name ?? t('noName')}</b>
      <span className="whitespace-nowrap text-ink-3">{document !== null && formatDocument(document)}</span>
      {receiver.holder !== undefined ? (
        <HolderLines answer={receiver.holder} at={receiver.at} />
      ) : (
        <CodeLines answer={receiver.code} at={receiver.at} />
      )}
    </div>
  );
}

/** The name and the document of a receiver: of the directory, else of the code. */
function namedIn({ holder: byKey, code: byCode }: Receiver) {
  const holder = byKey?.holder ?? byCode?.holder;
  return {
    name: holder?.name ?? byCode?.code.name ?? null,
    document: holder?.document ?? byCode?.code.document ?? null,
    institution: holder?.institutionName ?? holder?.institutionIspb ?? null,
  };
}

const timeOf = (at: string) => ({ time: (): ReactNode => <Instant at={at} variant="time" /> });

function HolderLines({ answer: { holder, history }, at }: { answer: HolderAnswer; at: string }) {
  const t = useTranslations('payments.holder');
  const accountTypes = useAccountTypeLabels();
  const account = holder.accountType && accountTypes(holder.accountType);
  const where = [holder.institutionName ?? holder.institutionIspb, account].filter(Boolean).join(' · ');
  return (
    <>
      <p>
        {where} {where !== '' && '· '}
        {t.rich('checked', timeOf(at))}
      </p>
      {/* A receiver restored after a reload may have been stored by a version without the history. */}
      {history !== undefined && <History of={history} />}
    </>
  );
}

/** Earlier withdrawals to this key that Guichê requested. */
function History({ of: { count, confirmed, since, last } }: { of: HolderAnswer['history'] }) {
  const t = useTranslations('payments.holder');
  if (count === 0) return <p>{t('firstTime')}</p>;
  return (
    <p>
      {t.rich('before', { count, day: () => <Instant at={since} variant="long-day" /> })}
      {confirmed === count ? t('allDone', { count }) : t('someDone', { count: confirmed })}
      {last !== null &&
        t.rich(last.amount === null ? 'lastNoAmount' : 'last', {
          amount: formatBrl(last.amount ?? 0),
          time: () => <Instant at={last.at} />,
        })}
    </p>
  );
}

function CodeLines({ answer: { code, holder }, at }: { answer: CodeAnswer; at: string }) {
  const t = useTranslations('payments.holder');
  const { amount, amountEditable, expiresInSeconds, dueDate } = code;
  const institution = holder?.institutionName ?? holder?.institutionIspb ?? null;
  const amountLabel =
    amount === null
      ? t('amountOpen')
      : t(amountEditable === true ? 'amountEditable' : 'amountFixed', { amount: formatBrl(amount) });
  const ends =
    expiresInSeconds === null ? null : new Date(Date.parse(at) + expiresInSeconds * 1000).toISOString();
  return (
    <>
      <p>{[amountLabel, institution, code.city].filter((part) => part !== null).join(' · ')}</p>
      {code.description !== null && <p>{code.description}</p>}
      {ends !== null && <p>{t.rich('expires', { time: () => <Instant at={ends} variant="minute" /> })}</p>}
      {ends === null && dueDate !== null && <p>{t('due', { day: dueDate })}</p>}
      <p>{t.rich('read', timeOf(at))}</p>
    </>
  );
}

/** The receiver in the review: name, document, institution, key. */
export function ReceiverFacts({ receiver, sentTo }: { receiver: Receiver | null; sentTo: string }) {
  const t = useTranslations('payments.holder');
  const named = receiver && namedIn(receiver);
  return (
    <Facts
      of={[
        { label: t('to'), value: <b>{named?.name ?? t('noName')}</b> },
        { label: t('document'), document: named?.document },
        { label: t('institution'), value: named?.institution },
        { label: t(receiver?.code ? 'code' : 'key'), mono: sentTo },
      ]}
    />
  );
}
