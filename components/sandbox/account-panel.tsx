'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import {
  ANOTHER_IP,
  BLOCKABLE,
  HUB_SCOPES,
  type IpList,
  ipListOf,
  SCOPES,
  THIS_IP,
} from '#lib/sandbox/rules.ts';

type Props = { account: string; state: SimulatorState };

/** The account's own settings, which differ by API. Each control applies at once. */
export function AccountPanel({ account, state }: Props) {
  const t = useTranslations('sandbox.credential');
  if (state.kind === 'pix') return <PixPanel account={account} state={state} />;
  if (state.kind === 'hub') return <HubPanel account={account} state={state} />;
  return (
    <Panel title={t('title')}>
      <RevokeTokens account={account} />
    </Panel>
  );
}

const CONTRACTS = ['signed', 'pending'] as const;
const PIX_IPS: Record<IpList, string[]> = { open: [THIS_IP], empty: [], other: [ANOTHER_IP] };
const PIX_LISTS = ['open', 'empty', 'other'] as const;

function PixPanel({ account, state }: Props) {
  const t = useTranslations('sandbox.account');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const { contract, locked, ips, scopes } = { ...state.account, ...change.requested };
  const list = ipListOf(ips ?? [THIS_IP]);
  const granted = scopes ?? [...SCOPES];
  return (
    <Panel title={t('title')}>
      <CheckList controls>
        <Setting of="account" name="contract" ordinary={contract !== 'pending'}>
          <Segments
            label={t('contract')}
            value={contract ?? 'signed'}
            onChange={(next) => change.mutate({ contract: next })}
            options={CONTRACTS.map((value) => ({ value, label: t(`contracts.${value}`) }))}
          />
        </Setting>
        <Setting of="account" name="ips" ordinary={list === 'open'}>
          <Segments
            label={t('ips')}
            value={list}
            onChange={(next) => change.mutate({ ips: PIX_IPS[next] })}
            options={PIX_LISTS.map((value) => ({ value, label: t(`ipLists.${value}`) }))}
          />
        </Setting>
        <Setting of="account" name="lock" ordinary={locked !== true}>
          <Switch checked={locked === true} onChange={(next) => change.mutate({ locked: next })}>
            <span className="sr-only">{t('lock')}: </span>
            {t(locked === true ? 'lockOn' : 'lockOff')}
          </Switch>
        </Setting>
        <Setting of="account" name="scopes" ordinary={SCOPES.every((scope) => granted.includes(scope))}>
          <Switches values={SCOPES} chosen={granted} onChange={(next) => change.mutate({ scopes: next })} />
        </Setting>
      </CheckList>
      <ChangeAnswer error={change.error} />
    </Panel>
  );
}

const HUB_LISTS = ['open', 'other'] as const;
const FLAGS = ['holderBlocked', 'expired', 'revoked'] as const;

function HubPanel({ account, state: { account: own, hub } }: Props) {
  const t = useTranslations('sandbox.hub');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const requested = change.requested ?? {};
  const list = ipListOf(requested.ips ?? own.ips ?? [], 'hub');
  const blocked: readonly string[] = requested.blockedOperations ?? hub?.blockedOperations ?? [];
  const granted = requested.scopes ?? own.scopes ?? [...HUB_SCOPES];
  const block = (next: (typeof BLOCKABLE)[number][]) => change.mutate({ blockedOperations: next });
  const grant = (next: string[]) => change.mutate({ scopes: next });
  return (
    <Panel title={t('title')}>
      <CheckList controls>
        <Setting of="hub" name="ips" ordinary={list === 'open'}>
          <Segments
            label={t('ips')}
            value={list === 'open' ? 'open' : 'other'}
            onChange={(next) => change.mutate({ ips: next === 'open' ? [] : [ANOTHER_IP] })}
            options={HUB_LISTS.map((value) => ({ value, label: t(`ipLists.${value}`) }))}
          />
        </Setting>
        {FLAGS.map((flag) => {
          const on = requested[flag] ?? hub?.[flag] ?? false;
          return (
            <Setting key={flag} of="hub" name={flag} ordinary={!on}>
              <Switch checked={on} onChange={(next) => change.mutate({ [flag]: next })}>
                <span className="sr-only">{t(flag)}: </span>
                {t(on ? 'on' : 'off')}
              </Switch>
            </Setting>
          );
        })}
        <Setting of="hub" name="blocked" ordinary={blocked.length === 0} wide>
          <Switches values={BLOCKABLE} chosen={blocked} onChange={block} small />
        </Setting>
        <Setting of="hub" name="scopes" ordinary={HUB_SCOPES.every((scope) => granted.includes(scope))} wide>
          <Switches values={HUB_SCOPES} chosen={granted} onChange={grant} small />
        </Setting>
      </CheckList>
      <ChangeAnswer error={change.error} />
      <RevokeTokens account={account} />
    </Panel>
  );
}

/** Revokes access tokens early: the next call fetches a new one and succeeds. */
function RevokeTokens({ account }: { account: string }) {
  const t = useTranslations('sandbox.credential');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p className="text-xs text-ink-3">{t.rich('hint', codeTag)}</p>
      <div>
        <Button aria-disabled={change.isPending} onClick={() => change.mutate({ revokeTokens: true })}>
          {t('revoke')}
        </Button>
      </div>
      <ChangeAnswer error={change.error} done={change.isSuccess ? t('done') : null} />
    </div>
  );
}

type SettingProps = {
  of: 'account' | 'hub';
  name: string;
  ordinary: boolean;
  /** The control needs the full width, so it comes below. */
  wide?: boolean;
  children: ReactNode;
};

/** One setting; its icon shows whether the value is abnormal. */
function Setting({ of, name, ordinary, wide = false, children }: SettingProps) {
  const t = useTranslations(`sandbox.${of}`);
  return (
    <li>
      <Icon name={ordinary ? 'check' : 'lock'} tone={ordinary ? 'ok' : 'warn'} />
      <span className="what">{t(name)}</span>
      {!wide && children}
      <div className="note">
        {t.rich(`${name}Note`, codeTag)}
        {wide && <div className="mt-1.5">{children}</div>}
      </div>
    </li>
  );
}

type SwitchesProps<V extends string> = {
  values: readonly V[];
  chosen: readonly string[];
  small?: boolean;
  onChange: (next: V[]) => void;
};

function Switches<V extends string>({ values, chosen, small = false, onChange }: SwitchesProps<V>) {
  return (
    <span className={cn('flex flex-wrap gap-x-3', small ? 'gap-y-1' : 'gap-y-3')}>
      {values.map((value) => (
        <Switch
          key={value}
          checked={chosen.includes(value)}
          onChange={(on) => onChange(values.filter((one) => (one === value ? on : chosen.includes(one))))}
        >
          <span className={cn('mono', small && 'text-xs')}>{value}</span>
        </Switch>
      ))}
    </span>
  );
}
