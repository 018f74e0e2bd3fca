'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useMemo, useState } from 'react';
import { useConnected } from '#components/app-shell/connection.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { AccountPanel } from '#components/sandbox/account-panel.tsx';
import { DeliveriesPanel } from '#components/sandbox/deliveries-panel.tsx';
import { DisputePanel } from '#components/sandbox/dispute-panel.tsx';
import { FaultsPanel } from '#components/sandbox/faults-panel.tsx';
import { ForcePanel } from '#components/sandbox/force-panel.tsx';
import { CredentialPanel, HubPanel } from '#components/sandbox/hub-panel.tsx';
import { LogPanel } from '#components/sandbox/log-panel.tsx';
import { ChangeAnswer, codeTag, FormEnd, useRefusal } from '#components/sandbox/panel-parts.tsx';
import { PayPanel } from '#components/sandbox/pay-panel.tsx';
import { TimePanel } from '#components/sandbox/time-panel.tsx';
import { Button } from '#components/ui/button.tsx';
import { COPY_WELL, CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { LiveDot, Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PastedField } from '#components/ui/pasted-field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { withWait } from '#lib/api/retries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl, parseTypedBrl } from '#lib/core/money.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { simulatorQuery, useSimulatorChange } from '#lib/sandbox/queries.ts';

const CONTROLS = 'grid grid-cols-2 items-start gap-4 max-[901px]:grid-cols-[minmax(0,1fr)]';
const COLUMN = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4';

export function SandboxPage({ account }: { account: string }) {
  const t = useTranslations('sandbox');
  const { data: state, error, refetch } = useQuery(simulatorQuery(account));
  const shown = useMemo(() => withWait(error), [error]);
  const readAgain = () => void refetch({ cancelRefetch: false });
  return (
    <>
      <PageHead title={t('title')} note={state && <Clock state={state} live={error === null} />} />
      <Page layout="stack">
        {error !== null && <ErrorCard error={shown} onRetry={readAgain} />}
        {state === undefined ? error === null && <Waiting /> : <Controls account={account} state={state} />}
      </Page>
    </>
  );
}

/** Creates a deposit of document 2: a Pix to one of the account's keys, without a charge. */
function DepositPanel({ account }: { account: string }) {
  const t = useTranslations('sandbox.deposit');
  const [amount, setAmount] = useState('50,00');
  const [payer, setPayer] = useState('');
  const [wrong, setWrong] = useState(false);
  const deposit = useSimulatorChange(account, 'POST /simulator/pay');
  const refusal = useRefusal(deposit.error);
  const cents = parseTypedBrl(amount);
  const deposited = deposit.isSuccess ? deposit.variables?.amount : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sendable = cents !== null && cents > 0;
    setWrong(!sendable);
    if (sendable)
      deposit.mutate({ amount: cents, ...(payer.trim() === '' ? {} : { payerName: payer.trim() }) });
  };
  return (
    <Panel title={t('title')}>
      <form className="grid min-w-0 grid-cols-1 gap-3" onSubmit={submit} noValidate>
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
        <FormEnd>
          <span className="text-xs text-ink-3">{t('hint')}</span>
          <Button type="submit" aria-disabled={deposit.isPending}>
            {cents !== null && cents > 0 ? t('make', { amount: formatBrl(cents) }) : t('makeAny')}
          </Button>
        </FormEnd>
      </form>
      <ChangeAnswer
        error={null}
        done={deposited === undefined ? null : t('done', { amount: formatBrl(deposited) })}
      />
    </Panel>
  );
}

/** Abnormal settings first, then the controls, then the simulator's log. */
function Controls({ account, state }: { account: string; state: SimulatorState }) {
  return (
    <>
      <ForcePanel account={account} state={state} />
      <div className="grid grid-cols-[minmax(0,1fr)_20.5rem] items-start gap-4 max-drawer:grid-cols-1">
        <div className={CONTROLS}>
          <div className={COLUMN}>
            <PayPanel account={account} state={state} />
            {state.kind === 'hub' && <DepositPanel account={account} />}
            <DeliveriesPanel account={account} state={state} />
            <TimePanel account={account} state={state} />
          </div>
          <div className={COLUMN}>
            <DisputePanel account={account} kind={state.kind} />
            <FaultsPanel account={account} kind={state.kind} />
            <OwnAccount account={account} state={state} />
          </div>
        </div>
        <div className={COLUMN}>
          <LogPanel state={state} />
          <ProgramPanel address={state.baseUrl} />
        </div>
      </div>
    </>
  );
}

/** The account's own settings, which differ by API. */
function OwnAccount({ account, state }: { account: string; state: SimulatorState }) {
  if (state.kind === 'pix') return <AccountPanel account={account} state={state} />;
  if (state.kind === 'card') return <CredentialPanel account={account} />;
  return <HubPanel account={account} state={state} />;
}

function Clock({ state, live }: { state: SimulatorState; live: boolean }) {
  const t = useTranslations('sandbox');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const connected = useConnected();
  if (state.now === null || state.speed === null) return null;
  const speed = state.speed === 0 ? t('speed', { speed: 0 }) : `${format.number(state.speed)}×`;
  return (
    <>
      {live && connected && <LiveDot />}
      {t('clock', { when: formatInstant(locale, state.now, 'minute'), speed })}
    </>
  );
}

function Waiting() {
  const t = useTranslations('sandbox');
  const titles = ['pay', 'dispute', 'deliveries', 'faults', 'time', 'account'] as const;
  return (
    <>
      <Panel title={t('force.title')} busy>
        <Skeleton width="18rem" />
      </Panel>
      <div className={CONTROLS}>
        {titles.map((name) => (
          <Panel key={name} title={t(`${name}.title`)} busy>
            <Skeleton width="60%" />
          </Panel>
        ))}
      </div>
    </>
  );
}

/** The base URL for the operator's own program. */
function ProgramPanel({ address }: { address: string | null }) {
  const t = useTranslations('sandbox.program');
  if (address === null) return null;
  return (
    <Panel title={t('title')}>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <div className={COPY_WELL}>
          <span className="mono">{address}</span>
          <CopyButton value={address}>{t('copy')}</CopyButton>
        </div>
        <p className="text-xs text-ink-3">{t.rich('hint', codeTag)}</p>
      </div>
    </Panel>
  );
}
