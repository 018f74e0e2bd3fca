'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ChangeAnswer, codeTag } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { CallFault, DeliveryFault, SimulatorState } from '#lib/sandbox/contract.ts';
import { type InForce, inForce } from '#lib/sandbox/in-force.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { scopesOf } from '#lib/sandbox/rules.ts';

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

type LineProps = { account: string; thing: ReturnType<typeof inForce>[number]; state: SimulatorState };

function Line({ account, thing, state }: LineProps) {
  const t = useTranslations('sandbox.force');
  const words: ForceLine = useForceLabels(thing, state);
  const undo = useUndo(account, thing, state);
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_max-content_max-content] items-center gap-x-3 border-line px-panel py-1.5 not-last:border-b max-wide:grid-cols-[1rem_minmax(0,1fr)_max-content] max-wide:gap-y-0.5">
      <Icon name={words.icon} tone={words.tone} />
      <div className="min-w-0">
        <b>{words.what}</b> <small className="text-ink-3 text-xs/4.5">{words.note}</small>
        <ChangeAnswer error={undo.error} />
      </div>
      <span className="text-ink-3 text-xs/4.5 max-wide:[grid-area:2/2]">{words.until}</span>
      <Button
        size="sm"
        className="max-wide:[grid-area:1/3]"
        aria-disabled={undo.busy}
        aria-label={t('undoOf', { undo: words.undo, what: words.what })}
        onClick={undo.run}
      >
        {words.undo}
      </Button>
    </li>
  );
}

/** The change that undoes one setting. */
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

type ForceLine = {
  icon: IconName;
  tone: Tone;
  what: string;
  note: ReactNode;
  until: string;
  undo: string;
};

type AccountLabels = Pick<ForceLine, 'what' | 'note' | 'undo'> & Partial<ForceLine>;

/** Labels of one abnormal setting: what it is, its effect, its duration, and its undo. */
function useForceLabels(thing: InForce, state: SimulatorState): ForceLine {
  const t = useTranslations('sandbox.force');
  const fault = useFaultLabels();
  const delivery = useDeliveryLabels();
  const time = useTimeLabels(state);
  const account = useAccountLabels(state);
  if (thing.kind === 'fault') return fault(thing.fault);
  if (thing.kind === 'delivery') return delivery(thing.fault);
  if (thing.kind === 'time') return time(thing.speed);
  return { icon: 'lock', tone: 'warn', until: t('untilChange'), ...account(thing) };
}

type OfAccount = Exclude<InForce, { kind: 'fault' | 'delivery' | 'time' }>;

function useAccountLabels({ kind }: SimulatorState): (thing: OfAccount) => AccountLabels {
  const t = useTranslations('sandbox.force');
  const dialect = useTranslations('sandbox.time.dialects');
  const hub = kind === 'hub';
  return (thing) => {
    switch (thing.kind) {
      case 'contract': {
        const note = t.rich('contractNote', codeTag);
        return { what: t('contract'), note, until: t('untilSigned'), undo: t('sign') };
      }
      case 'locked':
        return { what: t('locked'), note: t.rich('lockedNote', codeTag), undo: t('unlock') };
      case 'holder':
      case 'expired':
      case 'revoked':
        return { what: t(thing.kind), note: t.rich(`${thing.kind}Note`, codeTag), undo: t('undo') };
      case 'blocked': {
        const what = t('blocked', { operations: thing.operations.join(', ') });
        return { what, note: t.rich('blockedNote', codeTag), undo: t('unblock') };
      }
      case 'ips': {
        const name = thing.list === 'empty' ? 'ipsEmpty' : 'ipsOther';
        const note = t.rich(hub ? 'ipsOtherNoteHub' : `${name}Note`, codeTag);
        return { what: t(name), note, undo: t(hub ? 'anyIp' : 'register') };
      }
      case 'scopes': {
        const note = t.rich(hub ? 'scopesNoteHub' : 'scopesNote', codeTag);
        return { what: t('scopes', { missing: thing.missing.join(', ') }), note, undo: t('giveBack') };
      }
      case 'dialect': {
        const name = dialect.has(thing.dialect) ? dialect(thing.dialect) : thing.dialect;
        const what = t('dialect', { dialect: name });
        return { icon: 'lines', what, note: t('dialectNote'), undo: t('plain') };
      }
    }
  };
}

function useFaultLabels(): (fault: CallFault) => ForceLine {
  const t = useTranslations('sandbox.force');
  const hints = useTranslations('sandbox.faults.hints');
  return (fault) => {
    const route = [fault.method, fault.path].filter((part) => part !== null && part !== '*').join(' ');
    const kind = t.has(`does.${fault.kind}`) ? fault.kind : 'other';
    const does = t(`does.${kind}`, {
      kind: fault.kind,
      status: String(fault.status ?? ''),
      code: fault.errorCode ?? '',
    }).trim();
    const { remaining, count, percent } = fault;
    const until =
      remaining !== null
        ? count !== null && count > remaining
          ? t('left', { left: remaining, count })
          : t('leftOnly', { left: remaining })
        : percent !== null && percent < 100
          ? t('share', { percent })
          : t('untilOff');
    const hint = fault.kind === 'status' ? (fault.errorCode ?? '') : fault.kind;
    return {
      icon: 'octagon',
      tone: 'danger',
      what: t('fault', { route: route || t('everyRoute'), does }),
      note: hints.has(hint) ? hints(hint) : '',
      until,
      undo: t('undo'),
    };
  };
}

function useDeliveryLabels(): (fault: DeliveryFault) => ForceLine {
  const t = useTranslations('sandbox.force');
  const locale = useLocale() as Locale;
  return (fault) => {
    const kind = t.has(`deliveryDoes.${fault.kind}`) ? fault.kind : 'other';
    const address = fault.url?.replace(/^https?:\/\//, '') ?? t('everyAddress');
    const until =
      fault.remaining !== null
        ? t('deliveriesLeft', { left: fault.remaining })
        : fault.until !== null
          ? t('until', { when: formatInstant(locale, fault.until, 'time-minute') })
          : t('untilOff');
    return {
      icon: 'octagon',
      tone: 'danger',
      what: t(`deliveryDoes.${kind}`, { address, status: String(fault.status ?? ''), kind: fault.kind }),
      note: t('failedSoFar', { count: fault.failed }),
      until,
      undo: t('undo'),
    };
  };
}

function useTimeLabels(state: SimulatorState): (speed: number) => ForceLine {
  const t = useTranslations('sandbox.force');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  const when = state.now === null ? '–' : formatInstant(locale, state.now, 'minute');
  const base = {
    icon: 'clock' as const,
    tone: 'warn' as const,
    until: t('untilChange'),
    undo: t('normalSpeed'),
  };
  const unit = (value: number, name: 'minute' | 'hour') =>
    format.number(value, { style: 'unit', unit: name, maximumFractionDigits: 1 });
  return (speed) => {
    if (speed === 0) return { ...base, what: t('stopped'), note: t('stoppedNote', { when }) };
    const minutes = speed >= 60 ? unit(speed / 60, 'hour') : unit(speed, 'minute');
    return {
      ...base,
      what: t('time', { speed: format.number(speed) }),
      note: t('timeNote', { minutes, when }),
    };
  };
}
