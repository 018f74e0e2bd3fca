'use client';

import { useTranslations } from 'next-intl';
import { AccountLine, ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { ANOTHER_IP, BLOCKABLE, HUB_SCOPES, ipListOf } from '#lib/sandbox/rules.ts';

type Props = { account: string; state: SimulatorState };
type Change = ReturnType<typeof useSimulatorChange<'POST /simulator/state'>>;
const FLAGS = ['holderBlocked', 'expired', 'revoked'] as const;

/** Revokes access tokens early: the next call fetches a new one and succeeds. */
export function CredentialPanel({ account }: { account: string }) {
  const t = useTranslations('sandbox.credential');
  return (
    <Panel title={t('title')}>
      <RevokeTokens account={account} />
    </Panel>
  );
}

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

/** The Hub's credential and account. Each control applies at once. */
export function HubPanel({ account, state }: Props) {
  const t = useTranslations('sandbox.hub');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const requested = change.requested ?? {};
  const list = ipListOf(requested.ips ?? state.account.ips ?? [], 'hub');
  return (
    <Panel title={t('title')}>
      <CheckList controls>
        <AccountLine ordinary={list === 'open'} what={t('ips')} note={t.rich('ipsNote', codeTag)}>
          <Segments
            label={t('ips')}
            value={list === 'open' ? 'open' : 'other'}
            onChange={(next) => change.mutate({ ips: next === 'open' ? [] : [ANOTHER_IP] })}
            options={(['open', 'other'] as const).map((value) => ({ value, label: t(`ipLists.${value}`) }))}
          />
        </AccountLine>
        {FLAGS.map((flag) => {
          const on = requested[flag] ?? state.hub?.[flag] ?? false;
          return (
            <AccountLine key={flag} ordinary={!on} what={t(flag)} note={t.rich(`${flag}Note`, codeTag)}>
              <Switch checked={on} onChange={(next) => change.mutate({ [flag]: next })}>
                <span className="sr-only">{t(flag)}: </span>
                {t(on ? 'on' : 'off')}
              </Switch>
            </AccountLine>
          );
        })}
        <Blocked state={state} change={change} />
        <Scopes state={state} change={change} />
      </CheckList>
      <ChangeAnswer error={change.error} />
      <RevokeTokens account={account} />
    </Panel>
  );
}

function Blocked({ state, change }: { state: SimulatorState; change: Change }) {
  const t = useTranslations('sandbox.hub');
  const blocked: readonly string[] =
    change.requested?.blockedOperations ?? state.hub?.blockedOperations ?? [];
  return (
    <AccountLine
      ordinary={blocked.length === 0}
      what={t('blocked')}
      note={t.rich('blockedNote', codeTag)}
      wide
    >
      <Switches
        values={BLOCKABLE}
        chosen={blocked}
        onChange={(next) =>
          change.mutate({ blockedOperations: BLOCKABLE.filter((one) => next.includes(one)) })
        }
      />
    </AccountLine>
  );
}

function Scopes({ state, change }: { state: SimulatorState; change: Change }) {
  const t = useTranslations('sandbox.hub');
  const granted = change.requested?.scopes ?? state.account.scopes ?? [...HUB_SCOPES];
  const whole = HUB_SCOPES.every((scope) => granted.includes(scope));
  return (
    <AccountLine ordinary={whole} what={t('scopes')} note={t.rich('scopesNote', codeTag)} wide>
      <Switches values={HUB_SCOPES} chosen={granted} onChange={(scopes) => change.mutate({ scopes })} />
    </AccountLine>
  );
}

type SwitchesProps = {
  values: readonly string[];
  chosen: readonly string[];
  onChange: (next: string[]) => void;
};

function Switches({ values, chosen, onChange }: SwitchesProps) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {values.map((value) => (
        <Switch
          key={value}
          checked={chosen.includes(value)}
          onChange={(on) => onChange(values.filter((one) => (one === value ? on : chosen.includes(one))))}
        >
          <span className="mono text-xs">{value}</span>
        </Switch>
      ))}
    </span>
  );
}
