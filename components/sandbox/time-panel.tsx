'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ChangeAnswer } from '#components/sandbox/change-answer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { useSimulatorChange } from '#lib/simulator/queries.ts';
import { DIALECTS } from '#lib/simulator/rules.ts';

const HOUR_MS = 3_600_000;
const SPEEDS = ['1', '60', '600', '0'];

export function TimePanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.time');
  const time = useSimulatorChange(account, 'POST /simulator/time');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const busy = time.isPending || change.isPending;
  return (
    <Panel title={t('title')}>
      <div className="form">
        <Line words={t('speed')}>
          <Segments
            label={t('speed')}
            value={String(time.asked?.speed ?? state.speed ?? '')}
            onChange={(next) => time.mutate({ speed: Number(next) })}
            options={SPEEDS.map((value) => ({ value, label: t(`speeds.${value}`) }))}
          />
        </Line>
        <Line words={t('goTo')}>
          <span className="btn-join">
            <Button aria-disabled={busy} onClick={() => time.mutate({ advanceMs: HOUR_MS })}>
              {t('hour')}
            </Button>
            <Button aria-disabled={busy} onClick={() => time.mutate({ advanceMs: 24 * HOUR_MS })}>
              {t('day')}
            </Button>
          </span>
        </Line>
        <Line words={t('answers')}>
          <Segments
            label={t('answers')}
            inPairs
            value={change.asked?.dialect ?? state.account.dialect ?? ''}
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

function Line({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="form-line">
      <span>{words}</span>
      {children}
    </div>
  );
}
