'use client';

import { useTranslations } from 'next-intl';
import { AccountLine, ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Switch } from '#components/ui/checkbox.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { ANOTHER_IP, type IpList, ipListOf, SCOPES, THIS_IP } from '#lib/sandbox/rules.ts';

const IP_LISTS: Record<IpList, string[]> = { open: [THIS_IP], empty: [], other: [ANOTHER_IP] };

/** Settings of a Pix account. Each control applies at once; its icon shows whether the value is abnormal. */
export function AccountPanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.account');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const { contract, locked, ips, scopes } = { ...state.account, ...change.requested };
  const list = ipListOf(ips ?? [THIS_IP]);
  const granted = scopes ?? [...SCOPES];
  return (
    <Panel title={t('title')}>
      <CheckList controls>
        <AccountLine
          ordinary={contract !== 'pending'}
          what={t('contract')}
          note={t.rich('contractNote', codeTag)}
        >
          <Segments
            label={t('contract')}
            value={contract ?? 'signed'}
            onChange={(next) => change.mutate({ contract: next })}
            options={(['signed', 'pending'] as const).map((value) => ({
              value,
              label: t(`contracts.${value}`),
            }))}
          />
        </AccountLine>
        <AccountLine ordinary={list === 'open'} what={t('ips')} note={t.rich('ipsNote', codeTag)}>
          <Segments
            label={t('ips')}
            value={list}
            onChange={(next) => change.mutate({ ips: IP_LISTS[next] })}
            options={(['open', 'empty', 'other'] as const).map((value) => ({
              value,
              label: t(`ipLists.${value}`),
            }))}
          />
        </AccountLine>
        <AccountLine ordinary={locked !== true} what={t('lock')} note={t.rich('lockNote', codeTag)}>
          <Switch checked={locked === true} onChange={(next) => change.mutate({ locked: next })}>
            <span className="sr-only">{t('lock')}: </span>
            {locked === true ? t('lockOn') : t('lockOff')}
          </Switch>
        </AccountLine>
        <AccountLine
          ordinary={SCOPES.every((scope) => granted.includes(scope))}
          what={t('scopes')}
          note={t.rich('scopesNote', codeTag)}
        >
          <span className="flex flex-wrap gap-3">
            {SCOPES.map((scope) => (
              <Switch
                key={scope}
                checked={granted.includes(scope)}
                onChange={(on) =>
                  change.mutate({
                    scopes: SCOPES.filter((one) => (one === scope ? on : granted.includes(one))),
                  })
                }
              >
                <span className="mono">{scope}</span>
              </Switch>
            ))}
          </span>
        </AccountLine>
      </CheckList>
      <ChangeAnswer error={change.error} />
    </Panel>
  );
}
