'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ChangeAnswer } from '#components/sandbox/panel-parts.tsx';
import { Button, ButtonGroup } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { DIALECTS } from '#lib/sandbox/rules.ts';

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
        <Line words={t('speed')}>
          <Segments
            label={t('speed')}
            value={String(time.requested?.speed ?? state.speed ?? '')}
            onChange={(next) => time.mutate({ speed: Number(next) })}
            options={SPEEDS.map((value) => ({ value, label: t(`speeds.${value}`) }))}
          />
        </Line>
        <Line words={t('goTo')}>
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
        <Line words={t('answers')}>
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

/**
 * Milliseconds from the simulator's `now` to six hours before the next dispute deadline; null: none is later.
 */
function useAhead(account: string, now: string | null): number | null {
  const has = useSession().account.capabilities.includes('disputes');
  const { data } = useQuery({ ...firstDueOptions(account), enabled: has });
  if (now === null) return null;
  const waits = (data?.items ?? []).map(
    ({ deadline }) => Date.parse(deadline ?? '') - DUE_MS - Date.parse(now),
  );
  return waits.find((ms) => ms > 0) ?? null;
}

function Line({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,15rem)] items-center has-[>[data-pairs]]:grid-cols-[minmax(0,1fr)] has-[>[data-pairs]]:gap-1">
      <span>{words}</span>
      {children}
    </div>
  );
}
