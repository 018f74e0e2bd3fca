'use client';

import { useTranslations } from 'next-intl';
import { ChangeAnswer } from '#components/sandbox/change-answer.tsx';
import { type ForceLine, useForceWords } from '#components/sandbox/use-force-words.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { inForce } from '#lib/simulator/in-force.ts';
import { useSimulatorChange } from '#lib/simulator/queries.ts';
import { scopesOf } from '#lib/simulator/rules.ts';

/** What is out of the ordinary, for how long, and its undo: before every control. */
export function ForcePanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.force');
  const clear = useSimulatorChange(account, 'POST /simulator/clear');
  const found = inForce(state);
  const undoAll = found.length > 0 && (
    <Button size="sm" aria-disabled={clear.isPending} onClick={() => clear.mutate({ id: 'all' })}>
      {t('undoAll')}
    </Button>
  );
  return (
    <Panel title={t('title')} note={t('count', { count: found.length })} action={undoAll} padded={false}>
      {found.length === 0 ? (
        <p className="p-panel text-ink-3">{t('none')}</p>
      ) : (
        <ul className="force">
          {found.map((thing) => (
            <Line key={thing.id} account={account} thing={thing} state={state} />
          ))}
        </ul>
      )}
      {clear.error && (
        <div className="px-panel pb-2">
          <ChangeAnswer error={clear.error} />
        </div>
      )}
    </Panel>
  );
}

type LineProps = { account: string; thing: ReturnType<typeof inForce>[number]; state: SimulatorState };

function Line({ account, thing, state }: LineProps) {
  const t = useTranslations('sandbox.force');
  const words: ForceLine = useForceWords(thing, state);
  const undo = useUndo(account, thing, state);
  return (
    <li>
      <Icon name={words.icon} tone={words.tone} />
      <div className="min-w-0">
        <b>{words.what}</b> <small>{words.note}</small>
        <ChangeAnswer error={undo.error} />
      </div>
      <span className="force-until">{words.until}</span>
      <Button
        size="sm"
        aria-disabled={undo.busy}
        aria-label={t('undoOf', { undo: words.undo, what: words.what })}
        onClick={undo.run}
      >
        {words.undo}
      </Button>
    </li>
  );
}

/** The one change that takes this thing back. */
function useUndo(account: string, thing: LineProps['thing'], { kind }: SimulatorState) {
  const clear = useSimulatorChange(account, 'POST /simulator/clear');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const time = useSimulatorChange(account, 'POST /simulator/time');
  const run = () => {
    switch (thing.kind) {
      case 'fault':
      case 'delivery':
        return clear.mutate({ id: thing.id });
      case 'contract':
        return change.mutate({ contract: 'signed' });
      case 'locked':
        return change.mutate({ locked: false });
      case 'ips':
        return change.mutate({ ips: kind === 'hub' ? [] : ['self'] });
      case 'scopes':
        return change.mutate({ scopes: [...scopesOf(kind)] });
      case 'holder':
        return change.mutate({ holderBlocked: false });
      case 'expired':
        return change.mutate({ expired: false });
      case 'revoked':
        return change.mutate({ revoked: false });
      case 'blocked':
        return change.mutate({ blockedOperations: [] });
      case 'dialect':
        return change.mutate({ dialect: 'plain' });
      case 'time':
        return time.mutate({ speed: 1 });
    }
  };
  const all = [clear, change, time];
  return {
    run,
    busy: all.some((one) => one.isPending),
    error: all.find((one) => one.error !== null)?.error ?? null,
  };
}
