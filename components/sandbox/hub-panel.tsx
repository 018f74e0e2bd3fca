'use client';

import { useTranslations } from 'next-intl';
import { AccountLine, ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckList } from '#components/ui/check-list.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { ANOTHER_IP, BLOCKABLE, HUB_SCOPES, ipListOf } from '#lib/sandbox/rules.ts';

type Props = { account: string; state: SimulatorState };
type Change = ReturnType<typeof useSimulatorChange<'POST /simulator/state'>>;
const FLAGS = ['holderBlocked', 'expired', 'revoked'] as const;

/** Access tokens ended before their time: the next call has to fetch another and goes on. */
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

/** The Hub's credential and account: each control is in force at once. */
export function HubPanel({ account, state }: Props) {
  const t = useTranslations('sandbox.hub');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const asked = change.asked ?? {};
  const list = ipListOf(asked.ips ?? state.account.ips ?? [], 'hub');
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
          const on = asked[flag] ?? state.hub?.[flag] ?? false;
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
  const blocked: readonly string[] = change.asked?.blockedOperations ?? state.hub?.blockedOperations ?? [];
  return (
    <AccountLine
      ordinary={blocked.length === 0}
      what={t('blocked')}
      note={t.rich('blockedNote', codeTag)}
      wide
    >
      <Words
        words={BLOCKABLE}
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
  const held = change.asked?.scopes ?? state.account.scopes ?? [...HUB_SCOPES];
  const whole = HUB_SCOPES.every((scope) => held.includes(scope));
  return (
    <AccountLine ordinary={whole} what={t('scopes')} note={t.rich('scopesNote', codeTag)} wide>
      <Words words={HUB_SCOPES} chosen={held} onChange={(scopes) => change.mutate({ scopes })} />
    </AccountLine>
  );
}

type WordsProps = { words: readonly string[]; chosen: readonly string[]; onChange: (next: string[]) => void };

function Words({ words, chosen, onChange }: WordsProps) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {words.map((word) => (
        <Switch
          key={word}
          checked={chosen.includes(word)}
          onChange={(on) => onChange(words.filter((one) => (one === word ? on : chosen.includes(one))))}
        >
          <span className="mono text-xs">{word}</span>
        </Switch>
      ))}
    </span>
  );
}
