'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangeAnswer, codeTag, FormPanel, useRefusal } from '#components/sandbox/panel-parts.tsx';
import { Button, ButtonGroup, IconButton, TextButton } from '#components/ui/button.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { Money } from '#components/ui/money.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { ChoiceField, Segments } from '#components/ui/segments.tsx';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { clean, codeKind } from '#lib/core/clean.ts';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import { formatBrl, parseTypedBrl } from '#lib/core/money.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { disputableQuery, useSimulatorChange } from '#lib/sandbox/queries.ts';
import { type AnyOutcome, OUTCOMES_OF, SITUATIONS, targetOf } from '#lib/sandbox/rules.ts';

const FIRST_ROWS = 5;

/** Waiting charges; each can be paid or ended with another outcome. */
export function PayPanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.pay');
  const [all, setAll] = useState(false);
  const pay = useSimulatorChange(account, 'POST /simulator/pay');
  const locale = useLocale() as Locale;
  const { kind, pending, now } = state;
  const shown = all ? pending : pending.slice(0, FIRST_ROWS);
  const outcomes: readonly AnyOutcome[] = OUTCOMES_OF[kind];
  const others = outcomes.filter((outcome) => outcome !== 'paid');
  const requested = pay.variables;
  const done =
    pay.isSuccess && requested?.outcome !== undefined
      ? t('done', {
          name: requested.clientReference ?? shortId(requested.transactionId ?? ''),
          outcome: t(`outcome.${requested.outcome}`),
        })
      : null;
  return (
    <Panel title={t('title')} action={<span className="cap">{t('count', { count: pending.length })}</span>}>
      {pending.length === 0 ? (
        <EmptyState title={t('none')}>{t(kind === 'card' ? 'noneWhyCard' : 'noneWhy')}</EmptyState>
      ) : (
        <ul aria-label={t('list')}>
          {shown.map(({ id, clientReference, virtualAccount, amount, expiresAt }) => {
            const name = clientReference ?? shortId(id);
            const target = clientReference === null ? { transactionId: id } : { clientReference };
            const expiry = expiresAt !== null && now !== null && relativeAge(locale, expiresAt, now);
            const settle = (outcome: AnyOutcome) => pay.mutate({ ...target, outcome });
            return (
              <li
                key={id}
                className="grid grid-cols-[minmax(0,1fr)_max-content_max-content] items-center gap-x-3 border-line py-1 not-last:border-b max-wide:grid-cols-[minmax(0,1fr)_max-content] max-wide:gap-y-0.5"
              >
                <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
                  <span className="mono flex-none" title={id}>
                    {name}
                  </span>
                  <span className="truncate text-xs text-ink-3">
                    {[virtualAccount, expiry && t('expires', { when: expiry })].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Money cents={amount} direction="still" />
                <ButtonGroup className="max-wide:col-start-2">
                  <Button
                    size="sm"
                    aria-disabled={pay.isPending}
                    aria-label={t('payOf', { name })}
                    onClick={() => settle('paid')}
                  >
                    {t('pay')}
                  </Button>
                  <Menu
                    label={t('otherOutcome', { name })}
                    align="end"
                    trigger={<IconButton icon="down" variant="plain" label={t('otherOutcome', { name })} />}
                    items={others.map((outcome) => ({
                      kind: 'item',
                      id: outcome,
                      label: t(`outcome.${outcome}`),
                      onSelect: () => settle(outcome),
                    }))}
                  />
                </ButtonGroup>
              </li>
            );
          })}
        </ul>
      )}
      {pending.length > shown.length && (
        <TextButton className="mt-1 text-xs" onClick={() => setAll(true)}>
          {t('more', { count: pending.length - shown.length })}
        </TextButton>
      )}
      <ChangeAnswer error={pay.error} done={done} />
      {pending.length > 0 && kind === 'pix' && <p className="mt-1.5 text-xs text-ink-3">{t('hint')}</p>}
    </Panel>
  );
}

/** Creates a deposit of document 2: a Pix to one of the account's keys, without a charge. */
export function DepositPanel({ account }: { account: string }) {
  const t = useTranslations('sandbox.deposit');
  const [amount, setAmount] = useState('50,00');
  const [payer, setPayer] = useState('');
  const [wrong, setWrong] = useState(false);
  const deposit = useSimulatorChange(account, 'POST /simulator/pay');
  const refusal = useRefusal(deposit.error);
  const typed = parseTypedBrl(amount);
  const cents = typed !== null && typed > 0 ? typed : null;
  const submit = () => {
    setWrong(cents === null);
    if (cents === null) return;
    deposit.mutate({ amount: cents, ...(payer.trim() === '' ? {} : { payerName: payer.trim() }) });
  };
  return (
    <FormPanel
      title={t('title')}
      end={<span className="text-xs text-ink-3">{t('hint')}</span>}
      button={cents === null ? t('makeAny') : t('make', { amount: formatBrl(cents) })}
      change={deposit}
      done={t('done', { amount: formatBrl(deposit.variables?.amount ?? 0) })}
      errorAtField
      onSubmit={submit}
    >
      <div className={FIELD_PAIR}>
        <PastedField
          paste="amount"
          label={t('amount')}
          error={wrong ? t('wrong') : refusal}
          unit="R$"
          inputMode="decimal"
          maxLength={16}
          value={amount}
          onChange={(next) => {
            setAmount(next);
            setWrong(false);
            deposit.reset();
          }}
        />
        <PlainField
          label={t('payer')}
          rule={t('payerRule')}
          maxLength={80}
          value={payer}
          onChange={setPayer}
        />
      </div>
    </FormPanel>
  );
}

const DEADLINES = { h72: 72, h5: 5, m20: 1 / 3 } as const;
type Deadline = keyof typeof DEADLINES;
const DEADLINE_ORDER: readonly Deadline[] = ['h72', 'h5', 'm20'];
const HINTS = { pix: 'hint', hub: 'hintHub', card: 'hintCard' } as const;

/** Opens a dispute on a paid transaction; on a card charge, a chargeback. */
export function DisputePanel({ account, kind }: { account: string; kind: AccountKind }) {
  const t = useTranslations('sandbox.dispute');
  const card = kind === 'card';
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const [deadline, setDeadline] = useState<Deadline>('h5');
  const [situation, setSituation] = useState<(typeof SITUATIONS)[number]>('scam');
  const { data: paid = [] } = useQuery({ ...disputableQuery(account, kind), enabled: !card });
  const open = useSimulatorChange(account, 'POST /simulator/dispute');
  const refusal = useRefusal(open.error);
  const named = clean(codeKind, typed);
  const known = paid.find((row) => [row.id, row.clientReference, row.endToEndId].includes(named));
  const amount = known?.amount ?? null;
  const button = amount === null ? t('open') : t('openAmount', { amount: formatBrl(amount) });
  const submit = () => {
    setMissing(named === '');
    if (named !== '') open.mutate({ ...targetOf(named), hours: DEADLINES[deadline], situation });
  };
  return (
    <FormPanel
      title={t(card ? 'titleCard' : 'title')}
      end={<span className="text-xs text-ink-3">{t.rich(HINTS[kind], codeTag)}</span>}
      button={card ? t('openCard') : button}
      change={open}
      done={t('done', { name: named })}
      errorAtField
      onSubmit={submit}
    >
      <div className={FIELD_PAIR}>
        <PastedField
          paste={codeKind}
          label={t('transaction')}
          rule={t(card ? 'ruleCard' : 'rule')}
          error={missing ? t('missing') : refusal}
          mono
          value={typed}
          list="dispute-known"
          placeholder={t('placeholder')}
          onChange={(next) => {
            setTyped(next);
            setMissing(false);
            open.reset();
          }}
        />
        <datalist id="dispute-known">
          {paid.map((row) => (
            <option key={row.id} value={row.clientReference ?? row.id}>
              {row.amount === null ? '' : formatBrl(row.amount)}
            </option>
          ))}
        </datalist>
        {!card && (
          <ChoiceField
            label={t('deadline')}
            value={deadline}
            onChange={setDeadline}
            options={DEADLINE_ORDER.map((value) => ({ value, label: t(`hours.${value}`) }))}
          />
        )}
      </div>
      {!card && (
        <Segments
          label={t('situation')}
          value={situation}
          onChange={setSituation}
          options={SITUATIONS.map((value) => ({ value, label: t(`situations.${value}`) }))}
        />
      )}
    </FormPanel>
  );
}
