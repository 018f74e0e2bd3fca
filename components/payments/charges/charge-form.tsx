'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { call } from '#lib/api/client.ts';
import { formatBrl } from '#lib/money.ts';
import { type Payment, rulesOptions } from '#lib/payments/queries.ts';
import { useDraft } from '../draft.ts';
import { AmountField } from '../fields/amount-field.tsx';
import { DocumentField } from '../fields/document-field.tsx';
import { PlainField } from '../fields/plain-field.tsx';
import styles from '../payments.module.css';
import { Refused } from '../refused.tsx';
import { faultsOf, focusFirstFault, useFaultWords } from '../use-faults.ts';
import { useMoneyForm } from '../use-money-form.ts';
import { BLANK_CHARGE, type ChargeDraft, chargeBody, documentNeeded, judgeCharge } from './charge-draft.ts';
import { ChargeMore } from './charge-more.tsx';
import { ExpiryField } from './expiry-field.tsx';

export type Made = { operationId: string; payment: Payment | null; askedSeconds: number | null };
export type ErrorAt = (field: string, own: string | null) => string | null;

const FIELDS = ['amount', 'payer.document', 'payer.name', 'payer.email', 'clientReference', 'callbackUrl'];
/** Names of the fields on screen: a fault of any other is told by a card. */
const fieldsOf = (hub: boolean) => [
  ...FIELDS,
  ...(hub ? ['description'] : ['expiresInSeconds', 'virtualAccount']),
];

/** A charge as it is being written: dashed until the provider has it. */
export function ChargeForm({ onMade }: { onMade: (made: Made) => void }) {
  const t = useTranslations('payments.charges');
  const { draft, rules, judged, money, tried, errorAt, submit, hub } = useChargeForm(onMade);
  const { values, set } = draft;
  const { form } = money;
  const needed = documentNeeded(rules, judged.cents);
  const above = rules?.charge.documentAbove ?? null;
  const amount = judged.cents !== null && judged.faults.amount === null ? formatBrl(judged.cents) : null;
  return (
    <Panel
      title={t('newTitle')}
      local
      note={<Badge local>{t('notAsked')}</Badge>}
      action={
        draft.previous !== null && (
          <Button variant="quiet" size="sm" onClick={draft.restore}>
            {t('repeatLast')}
          </Button>
        )
      }
    >
      <form className="form" noValidate onSubmit={submit} aria-label={t('newTitle')}>
        <AmountField
          value={values.amount}
          bounds={judged.bounds}
          onChange={(next) => set({ amount: next })}
          error={errorAt('amount', tried || values.amount.length > 3 ? judged.faults.amount : null)}
          hint={
            above !== null && (
              <>
                <Icon name="info" tone="idle" />
                <span>{t('documentAbove', { amount: formatBrl(above) })}</span>
              </>
            )
          }
        />
        <div className={styles.two}>
          <DocumentField
            value={values.document}
            needed={needed}
            byAmount={needed && rules?.payerNeeded !== true}
            onChange={(document) => set({ document })}
            error={errorAt('payer.document', tried ? judged.faults.document : null)}
          />
          <PlainField
            label={t('name')}
            rule={t(rules?.payerNeeded ? 'required' : 'optional')}
            maxLength={80}
            value={values.name}
            onChange={(name) => set({ name })}
            error={errorAt('payer.name', tried ? judged.faults.name : null)}
          />
        </div>
        <ExpiryField
          values={values}
          set={set}
          error={errorAt('expiresInSeconds', judged.faults.expires)}
          tried={tried}
        />
        <ChargeMore values={values} set={set} errorAt={errorAt} faults={tried ? judged.faults : null} />
        <Refused
          {...money}
          error={form.error}
          fields={fieldsOf(hub)}
          onRepeated={(id) => onMade(madeOf(id))}
        />
        <div className={`${styles.foot} border-t border-line pt-2`}>
          <span className="text-xs text-ink-3">{t('footNote')}</span>
          <Button type="submit" variant="main" aria-busy={form.busy || undefined}>
            {amount === null ? t('create') : t('createAmount', { amount })}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const madeOf = (operationId: string): Made => ({ operationId, payment: null, askedSeconds: null });

function useChargeForm(onMade: (made: Made) => void) {
  const { slug: account, kind } = useSession().account;
  const hub = kind === 'hub';
  const { data: rules } = useQuery(rulesOptions(account));
  const draft = useDraft<ChargeDraft>('charge', BLANK_CHARGE);
  const [tried, setTried] = useState(false);
  const words = useFaultWords();
  const judged = judgeCharge(draft.values, rules);
  const money = useMoneyForm({
    draft,
    proof: false,
    body: () => (judged.good && judged.cents !== null ? chargeBody(draft.values, judged.cents, hub) : null),
    send: (body, idempotencyKey) => call('POST /charges', { account, body, idempotencyKey }),
    onSent: ({ operation, result }, body) => {
      setTried(false);
      onMade({
        operationId: operation.id,
        payment: result?.payment ?? null,
        askedSeconds: body.expiresInSeconds ?? null,
      });
    },
  });
  const refused = faultsOf(money.form.error);
  const errorAt: ErrorAt = (field, own) => words(refused.get(field) ?? own, judged.bounds);
  const set = (part: Partial<ChargeDraft>) => {
    money.form.clear();
    draft.set(part);
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (judged.good) void money.form.submit().then(() => focusFirstFault(form));
    else focusFirstFault(form);
  };
  return { draft: { ...draft, set }, rules, judged, money, tried, errorAt, submit, hub };
}
