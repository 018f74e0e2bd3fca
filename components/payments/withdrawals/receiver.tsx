'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { BodyOf } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { useAccountTypeLabels } from '#components/operations/operation-labels.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { type AmountBounds, formatBrl } from '#lib/core/money.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { PixKeyKind } from '#lib/core/pix/pix-key.ts';
import { codeAsSent, codeError, keyAsSent, keyError, offersRecurrence } from '#lib/payments/field-rules.ts';
import {
  type CodeAnswer,
  type HolderAnswer,
  type Receiver,
  type ReceiverSearch,
  receiverInForce,
  receiverMark,
  typeInForce,
} from '#lib/payments/outgoing-forms.ts';
import { useHeadroom } from '../headroom.tsx';
import { fieldErrorsOf, shownAtFields, staleByMoney, useErrorLabels } from '../refused.tsx';

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
  const { name, document, institution } = namedIn(receiver);
  return (
    <div className={HOLDER} role="status">
      <Icon name={name === null ? 'triangle' : 'check'} tone={name === null ? 'warn' : 'ok'} />
      <b>{name ?? t('noName')}</b>
      <span className="whitespace-nowrap text-ink-3">{document !== null && formatDocument(document)}</span>
      {receiver.holder !== undefined ? (
        <HolderLines answer={receiver.holder} institution={institution} at={receiver.at} />
      ) : (
        <CodeLines answer={receiver.code} institution={institution} at={receiver.at} />
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

type LinesProps<A> = { answer: A; institution: string | null; at: string };

function HolderLines({ answer: { holder, history }, institution, at }: LinesProps<HolderAnswer>) {
  const t = useTranslations('payments.holder');
  const accountTypes = useAccountTypeLabels();
  const account = holder.accountType && accountTypes(holder.accountType);
  const where = [institution, account].filter(Boolean).join(' · ');
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

function CodeLines({ answer: { code }, institution, at }: LinesProps<CodeAnswer>) {
  const t = useTranslations('payments.holder');
  const { amount, amountEditable, expiresInSeconds, dueDate } = code;
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

type Endpoint = 'POST /withdrawals' | 'POST /withdrawals/qr-code' | 'POST /transfers';
type Draft = { amount: string; found: Receiver | null };
type Terms<V, F> = {
  facts: F;
  bounds: AmountBounds;
  /** `cents` is null while the amount is not valid. `fixed`: a code fixes it. */
  read: (values: V, facts: F) => { cents: number | null; fixed: boolean };
  /** The values by which the receiver is looked up; `fieldOf`: the field with the key or the code. */
  searchOf: (values: V) => ReceiverSearch;
  fieldOf: (values: V) => keyof V & string;
  /** False where the receiver needs no look-up. */
  looksUp: (values: V) => boolean;
  /** True where the payment counts towards the daily limit. */
  limited: boolean;
  onSent: (operationId: string) => void;
};

/** An outgoing payment: its form, the look-up of its receiver, and the review before the request. */
export function useOutgoing<K extends Endpoint, V extends Draft, F>(
  endpoint: K | ((values: V) => K),
  description: FormDescription<V, F, BodyOf<K>>,
  { facts, bounds, read, searchOf, fieldOf, limited, onSent, ...terms }: Terms<V, F>,
) {
  const account = useSession().account.slug;
  const errorLabels = useErrorLabels();
  const errorText = (code: string) => errorLabels(code, bounds);
  const [reviewing, setReviewing] = useState(false);
  /** The review is wanted, and opens once the look-up ends. */
  const [wanted, setWanted] = useState(false);
  const form = useOperationForm(endpoint, description, {
    facts,
    restarts: true,
    errorText,
    stale: staleByMoney(account),
    onDone(answer) {
      setReviewing(false);
      onSent((answer as { operation: { id: string } }).operation.id);
    },
    onRefused(error) {
      if (looksUp && found.readAgainAfter(error)) setReviewing(false);
    },
  });
  const { values } = form;
  const { cents, fixed } = read(values, facts);
  const looksUp = terms.looksUp(values);
  const found = useFound(searchOf(values), (receiver) => form.fill({ found: receiver } as Partial<V>));
  const { busy } = found;
  const shown = !looksUp || found.shown;
  const ready = form.good && shown;
  useEffect(() => {
    if (!wanted || busy) return;
    setWanted(false);
    if (ready) setReviewing(true);
  }, [wanted, busy, ready]);
  const set = (part: Partial<V>) => {
    setWanted(false);
    setReviewing(false);
    form.set(part);
  };
  return {
    ...found,
    form,
    values,
    cents,
    fixed,
    looksUp,
    headroom: useHeadroom(cents ?? 0, { limited }),
    reviewing,
    errorText,
    set,
    at: <N extends keyof V & string>(name: N) => ({
      ...form.at(name),
      onChange: (value: V[N]) => set({ [name]: value } as unknown as Partial<V>),
    }),
    back: () => setReviewing(false),
    /** Marks missing fields; opens the review once the receiver is known. */
    async review() {
      form.renew();
      if (!shown) found.find();
      await form.check(() => undefined);
      // A code's amount is known only once it is decoded, so the form may be incomplete now; the effect above
      // opens the review only if it is complete then.
      setWanted(form.good || (!shown && !form.errors.has(fieldOf(values))));
    },
    /** A found receiver is valid for ten minutes; then Guichê looks it up again before the request. */
    submit: () => (shown ? form.submit() : setReviewing(false)),
  };
}
export type Outgoing = Pick<
  ReturnType<typeof useOutgoing>,
  'cents' | 'fixed' | 'headroom' | 'reviewing' | 'back' | 'review' | 'submit'
>;

/** The receiver found for the form's values, and the look-up. `set` writes it into the form. */
function useFound(search: ReceiverSearch, set: (found: Receiver | null) => void) {
  const { slug: account, capabilities } = useSession().account;
  const running = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; error: unknown } | null>(null);
  const byCode = search.way === 'code';
  const receiver = receiverInForce(search, serverNow());
  /** The error of the look-up for the current values. */
  const refused = error?.of === receiverMark(search) ? error.error : null;
  // The account's provider may not support the look-up, although its kind could.
  const unsupported = refused instanceof CallError && refused.problem.code === 'not_supported';
  // Where the account has no look-up, the receiver cannot be shown before the payment; the form states that.
  const unseen = !capabilities.includes(byCode ? 'qr-decode' : 'key-lookup') || unsupported;
  /** Looks up a key's holder or decodes a code, once for each. */
  const lookUp = async (wanted: ReceiverSearch) => {
    const of = receiverMark(wanted);
    const keyType = typeInForce(wanted.key, wanted.keyType);
    const invalid = wanted.way === 'code' ? codeError(wanted.code) : keyError(wanted.key, keyType);
    // Pix directories count every look-up: a running one is not repeated, and only the newest answer is
    // stored.
    if (of === null || invalid !== null || running.current === of) return;
    running.current = of;
    setBusy(true);
    setError(null);
    try {
      const at = new Date(serverNow()).toISOString();
      const found = { of, at, ...(await readReceiver(account, wanted, keyType)) };
      if (running.current === of) set(found);
    } catch (thrown) {
      if (running.current === of) setError({ of, error: thrown });
    } finally {
      if (running.current === of) {
        running.current = null;
        setBusy(false);
      }
    }
  };
  return {
    byCode,
    receiver,
    busy,
    refused,
    unseen,
    shown: receiver !== null || unseen,
    /** The code also offers a recurrence, which is not authorised here. */
    recurrence: byCode && offersRecurrence(search.code),
    find(part: Partial<ReceiverSearch> = {}) {
      const next = { ...search, ...part };
      if (receiverInForce(next, serverNow()) === null) void lookUp(next);
    },
    /** True if the request was refused because the code's amount changed: the code is read again. */
    readAgainAfter(thrown: unknown): boolean {
      if (!/^amount_(changed|fixed)$/.test(fieldErrorsOf(thrown).get('amount') ?? '')) return false;
      set(null);
      void lookUp(search);
      return true;
    },
  };
}
export type Found = ReturnType<typeof useFound>;

async function readReceiver(account: string, { way, key, code }: ReceiverSearch, keyType: PixKeyKind | null) {
  if (way === 'code')
    return { code: await call('POST /pix-qr-codes/decode', { account, body: { code: codeAsSent(code) } }) };
  if (keyType === null) throw new Error('A key without a type is not looked up.');
  const body = { key: keyAsSent(key, keyType), keyType };
  return { holder: await call('POST /pix-keys/lookup', { account, body }) };
}
