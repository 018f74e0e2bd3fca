'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { clean, codeKind } from '#lib/core/clean.ts';
import { type Found, paymentKeys } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { endToEndSpellings } from '#lib/pix/end-to-end-id.ts';

type Props = { page: PaymentPage; onFound: (id: string) => void; onFilter: (reference: string) => void };

/** Document 1: narrows what the reference finds to one virtual account. */
function LabelField({ value, onChange }: { value: string; onChange: (next: string) => void }) {
  const t = useTranslations('payments.lookUp');
  return (
    <>
      <Input
        aria-label={t('virtualAccount')}
        placeholder={t('virtualAccount')}
        maxLength={50}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* Of two fields Enter needs a button. */}
      <button type="submit" hidden />
    </>
  );
}

/** Document 1 finds charges within a virtual account as well. */
function usePlace(page: PaymentPage) {
  const { slug, kind } = useSession().account;
  return { account: slug, labelled: page === 'charges' && kind === 'pix' };
}

/** Finds one payment by its reference, id or end-to-end id; transfers have only their reference. */
export function LookUp({ page, onFound, onFilter }: Props) {
  const t = useTranslations('payments.lookUp');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { account, labelled } = usePlace(page);
  const [text, setText] = useState('');
  const [label, setLabel] = useState('');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useSearchKey(field, t(page));
  const search = async () => {
    const value = clean(codeKind, text);
    if (value === '' || busy) return;
    setMissing(null);
    setError(null);
    if (page === 'transfers') return onFilter(value);
    setBusy(true);
    try {
      const found = await findPayment(account, page, value, labelled ? clean('reference', label) : '');
      if (found === null) return setMissing(value);
      client.setQueryData(paymentKeys.one(account, page, found.payment.id), found);
      onFound(found.payment.id);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: `search` is not known to every reader yet */}
      <form
        role="search"
        className="flex min-w-0 flex-1 basis-72 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Input
          ref={field}
          icon="search"
          aria-label={t(page)}
          placeholder={t(page === 'transfers' ? 'placeholderReference' : 'placeholder')}
          aria-busy={busy || undefined}
          aria-describedby={`${id}-answer`}
          maxLength={128}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(null);
          }}
          after={<kbd>/</kbd>}
        />
        {labelled && <LabelField value={label} onChange={setLabel} />}
      </form>
      <span id={`${id}-answer`} role="status" className={missing === null ? 'sr-only' : fieldAnswer()}>
        {missing !== null && t('none', { value: missing })}
      </span>
      {error !== null && <ErrorCard error={error} onRetry={() => void search()} className="basis-full" />}
    </>
  );
}

type Where = { clientReference: string } | { id: string } | { endToEndId: string };

/** One payment by its reference, end-to-end id or id, within a virtual account where one is named (document 1); null: there is none. */
async function findPayment(
  account: string,
  page: 'charges' | 'withdrawals',
  value: string,
  label: string,
): Promise<Found | null> {
  const route = page === 'charges' ? 'GET /charges/lookup' : 'GET /withdrawals/lookup';
  const spellings = endToEndSpellings(value);
  const ways: Where[] =
    spellings.length === 0
      ? [...(value.length <= 64 ? [{ clientReference: value }] : []), { id: value }]
      : spellings.map((endToEndId) => ({ endToEndId }));
  for (const query of ways) {
    try {
      return await call(route, {
        account,
        query: label === '' ? query : { ...query, virtualAccount: label },
      });
    } catch (error) {
      if (!isNothing(error)) throw error;
    }
  }
  return null;
}

/** Not there, or no such thing can be (an id of another shape). */
const isNothing = (error: unknown) =>
  error instanceof CallError && [400, 404, 422].includes(error.problem.status);
