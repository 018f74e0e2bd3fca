'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useConnected } from '#components/app-shell/connection.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { AccountPanel } from '#components/sandbox/account-panel.tsx';
import { DeliveriesPanel, FaultsPanel } from '#components/sandbox/faults-panel.tsx';
import { ForcePanel } from '#components/sandbox/force-panel.tsx';
import { LogPanel } from '#components/sandbox/log-panel.tsx';
import { ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { DepositPanel, DisputePanel, PayPanel } from '#components/sandbox/pay-panel.tsx';
import { Button, ButtonGroup } from '#components/ui/button.tsx';
import { COPY_WELL, CopyButton } from '#components/ui/copy-button.tsx';
import { LiveDot, Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { simulatorQuery, useSimulatorChange } from '#lib/sandbox/queries.ts';
import { DIALECTS } from '#lib/sandbox/rules.ts';

const CONTROLS = 'grid grid-cols-2 items-start gap-4 max-[901px]:grid-cols-[minmax(0,1fr)]';
const COLUMN = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4';

export function SandboxPage({ account }: { account: string }) {
  const t = useTranslations('sandbox');
  const query = useQuery(simulatorQuery(account));
  const { data: state, error } = query;
  return (
    <>
      <PageHead title={t('title')} note={state && <Clock state={state} live={error === null} />} />
      <Page layout="stack">
        <QueryBody query={query} skeleton={<Waiting />}>
          {(read) => <Controls account={account} state={read} />}
        </QueryBody>
      </Page>
    </>
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
            <AccountPanel account={account} state={state} />
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

function ProgramPanel({ address }: { address: string | null }) {
  const t = useTranslations('sandbox.program');
  if (address === null) return null;
  return (
    <Panel title={t('title')}>
      <div className={COPY_WELL}>
        <span className="mono">{address}</span>
        <CopyButton value={address}>{t('copy')}</CopyButton>
      </div>
      <p className="mt-3 text-xs text-ink-3">{t.rich('hint', codeTag)}</p>
    </Panel>
  );
}

const HOUR_MS = 3_600_000;
const DUE_MS = 6 * HOUR_MS;
const SPEEDS = ['1', '60', '600', '0'];

export function TimePanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.time');
  const time = useSimulatorChange(account, 'POST /simulator/time');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const ahead = useAhead(account, state.now);
  const busy = time.isPending || change.isPending;
  return (
    <Panel title={t('title')}>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <Line label={t('speed')}>
          <Segments
            label={t('speed')}
            value={String(time.requested?.speed ?? state.speed ?? '')}
            onChange={(next) => time.mutate({ speed: Number(next) })}
            options={SPEEDS.map((value) => ({ value, label: t(`speeds.${value}`) }))}
          />
        </Line>
        <Line label={t('goTo')}>
          <span className="flex flex-wrap gap-2">
            <ButtonGroup>
              <Button aria-disabled={busy} onClick={() => time.mutate({ advanceMs: HOUR_MS })}>
                {t('hour')}
              </Button>
              <Button aria-disabled={busy} onClick={() => time.mutate({ advanceMs: 24 * HOUR_MS })}>
                {t('day')}
              </Button>
            </ButtonGroup>
            {ahead !== null && (
              <Button aria-disabled={busy} onClick={() => time.mutate({ advanceMs: ahead })}>
                {t('beforeDeadline')}
              </Button>
            )}
          </span>
        </Line>
        <Line label={t('answers')}>
          <Segments
            label={t('answers')}
            inPairs
            value={change.requested?.dialect ?? state.account.dialect ?? ''}
            onChange={(next) => change.mutate({ dialect: DIALECTS.find((one) => one === next) ?? 'plain' })}
            options={DIALECTS.map((value) => ({ value: value as string, label: t(`dialects.${value}`) }))}
          />
        </Line>
        <p className="text-xs text-ink-3">{t('hint')}</p>
        <ChangeAnswer error={time.error ?? change.error} />
      </div>
    </Panel>
  );
}

/** Milliseconds from the simulator's `now` to six hours before the next later deadline; null: none. */
function useAhead(account: string, now: string | null): number | null {
  const has = useSession().account.capabilities.includes('disputes');
  const { data } = useQuery({ ...firstDueOptions(account), enabled: has });
  if (now === null) return null;
  const waits = (data?.items ?? []).map(
    ({ deadline }) => Date.parse(deadline ?? '') - DUE_MS - Date.parse(now),
  );
  return waits.find((ms) => ms > 0) ?? null;
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,15rem)] items-center has-[>[data-pairs]]:grid-cols-[minmax(0,1fr)] has-[>[data-pairs]]:gap-1">
      <span>{label}</span>
      {children}
    </div>
  );
}
