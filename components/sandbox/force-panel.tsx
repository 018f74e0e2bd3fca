'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { CallFault, DeliveryFault, SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { type InForce, inForce, scopesOf } from '#lib/sandbox/rules.ts';

/** Abnormal settings of the simulator, their duration, and their undo. */
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
        <ul>
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

function Line({ account, thing, state }: { account: string; thing: InForce; state: SimulatorState }) {
  const t = useTranslations('sandbox.force');
  const clear = useSimulatorChange(account, 'POST /simulator/clear');
  const change = useSimulatorChange(account, 'POST /simulator/state');
  const time = useSimulatorChange(account, 'POST /simulator/time');
  const { icon, what, note, until = t('untilChange'), undo, reset } = useSetting(thing, state);
  const run = () => {
    if (reset !== undefined) change.mutate(reset);
    else if (thing.kind === 'time') time.mutate({ speed: 1 });
    else clear.mutate({ id: thing.id });
  };
  const changes = [clear, change, time];
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_max-content_max-content] items-center gap-x-3 border-line px-panel py-1.5 not-last:border-b max-wide:grid-cols-[1rem_minmax(0,1fr)_max-content] max-wide:gap-y-0.5">
      <Icon name={icon} tone={icon === 'octagon' ? 'danger' : 'warn'} />
      <div className="min-w-0">
        <b>{what}</b> <small className="text-ink-3 text-xs/4.5">{note}</small>
        <ChangeAnswer error={changes.find(({ error }) => error !== null)?.error ?? null} />
      </div>
      <span className="text-ink-3 text-xs/4.5 max-wide:[grid-area:2/2]">{until}</span>
      <Button
        size="sm"
        className="max-wide:[grid-area:1/3]"
        aria-disabled={changes.some(({ isPending }) => isPending)}
        aria-label={t('undoOf', { undo, what })}
        onClick={run}
      >
        {undo}
      </Button>
    </li>
  );
}

type AbnormalSetting = {
  icon: IconName;
  what: string;
  note: ReactNode;
  /** Absent: until it is changed. */
  until?: string;
  undo: string;
  /** The account's normal value; absent where the undo clears a fault or resets the clock. */
  reset?: Reset;
};
type Reset = Parameters<ReturnType<typeof useSimulatorChange<'POST /simulator/state'>>['mutate']>[0];

/** One abnormal setting: what it is, its effect, its duration, and its undo. */
function useSetting(thing: InForce, { kind, now }: SimulatorState): AbnormalSetting {
  const t = useTranslations('sandbox.force');
  const dialects = useTranslations('sandbox.time.dialects');
  const callFault = useCallFault();
  const deliveryFault = useDeliveryFault();
  const speed = useSpeed(now);
  const hub = kind === 'hub';
  const lock = (name: string, undo: string, reset: Reset, values = {}, note = `${name}Note`) =>
    ({ icon: 'lock', what: t(name, values), note: t.rich(note, codeTag), undo: t(undo), reset }) as const;
  switch (thing.kind) {
    case 'fault':
      return { icon: 'octagon', undo: t('undo'), ...callFault(thing.fault) };
    case 'delivery':
      return { icon: 'octagon', undo: t('undo'), ...deliveryFault(thing.fault) };
    case 'time':
      return { icon: 'clock', undo: t('normalSpeed'), ...speed(thing.speed) };
    case 'contract':
      return { ...lock('contract', 'sign', { contract: 'signed' }), until: t('untilSigned') };
    case 'locked':
      return lock('locked', 'unlock', { locked: false });
    case 'holder':
    case 'expired':
    case 'revoked':
      return lock(thing.kind, 'undo', { [thing.kind === 'holder' ? 'holderBlocked' : thing.kind]: false });
    case 'blocked':
      return lock(
        'blocked',
        'unblock',
        { blockedOperations: [] },
        { operations: thing.operations.join(', ') },
      );
    case 'ips': {
      const name = thing.list === 'empty' ? 'ipsEmpty' : 'ipsOther';
      if (hub) return lock(name, 'anyIp', { ips: [] }, {}, 'ipsOtherNoteHub');
      return lock(name, 'register', { ips: ['self'] });
    }
    case 'scopes': {
      const [missing, scopes] = [thing.missing.join(', '), [...scopesOf(kind)]];
      return lock('scopes', 'giveBack', { scopes }, { missing }, hub ? 'scopesNoteHub' : 'scopesNote');
    }
    case 'dialect': {
      const name = dialects.has(thing.dialect) ? dialects(thing.dialect) : thing.dialect;
      const what = t('dialect', { dialect: name });
      return { icon: 'lines', what, note: t('dialectNote'), undo: t('plain'), reset: { dialect: 'plain' } };
    }
  }
}

type Labels = Pick<AbnormalSetting, 'what' | 'note' | 'until'>;

function useCallFault(): (fault: CallFault) => Labels {
  const t = useTranslations('sandbox.force');
  const hints = useTranslations('sandbox.faults.hints');
  const untilOf = ({ remaining, count, percent }: CallFault) => {
    if (remaining !== null && count !== null && count > remaining)
      return t('left', { left: remaining, count });
    if (remaining !== null) return t('leftOnly', { left: remaining });
    return percent !== null && percent < 100 ? t('share', { percent }) : t('untilOff');
  };
  return (fault) => {
    const route = [fault.method, fault.path].filter((part) => part !== null && part !== '*').join(' ');
    const does = t(`does.${t.has(`does.${fault.kind}`) ? fault.kind : 'other'}`, {
      kind: fault.kind,
      status: String(fault.status ?? ''),
      code: fault.errorCode ?? '',
    }).trim();
    const hint = fault.kind === 'status' ? (fault.errorCode ?? '') : fault.kind;
    return {
      what: t('fault', { route: route || t('everyRoute'), does }),
      note: hints.has(hint) ? hints(hint) : '',
      until: untilOf(fault),
    };
  };
}

function useDeliveryFault(): (fault: DeliveryFault) => Labels {
  const t = useTranslations('sandbox.force');
  const locale = useLocale() as Locale;
  const untilOf = ({ remaining, until }: DeliveryFault) => {
    if (remaining !== null) return t('deliveriesLeft', { left: remaining });
    return until === null ? t('untilOff') : t('until', { when: formatInstant(locale, until, 'time-minute') });
  };
  return (fault) => {
    const { kind, failed } = fault;
    const address = fault.url?.replace(/^https?:\/\//, '') ?? t('everyAddress');
    const does = t.has(`deliveryDoes.${kind}`) ? kind : 'other';
    return {
      what: t(`deliveryDoes.${does}`, { address, status: String(fault.status ?? ''), kind }),
      note: t('failedSoFar', { count: failed }),
      until: untilOf(fault),
    };
  };
}

function useSpeed(now: string | null): (speed: number) => Labels {
  const t = useTranslations('sandbox.force');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const when = now === null ? '–' : formatInstant(locale, now, 'minute');
  const unit = (value: number, name: 'minute' | 'hour') =>
    format.number(value, { style: 'unit', unit: name, maximumFractionDigits: 1 });
  return (speed) => {
    if (speed === 0) return { what: t('stopped'), note: t('stoppedNote', { when }) };
    const minutes = speed >= 60 ? unit(speed / 60, 'hour') : unit(speed, 'minute');
    return { what: t('time', { speed: format.number(speed) }), note: t('timeNote', { minutes, when }) };
  };
}
