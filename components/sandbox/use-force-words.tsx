'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { codeTag } from '#components/sandbox/code.tsx';
import type { IconName, Tone } from '#components/ui/icon.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { CallFault, DeliveryFault, SimulatorState } from '#lib/simulator/contract.ts';
import type { InForce } from '#lib/simulator/in-force.ts';

export type ForceLine = {
  icon: IconName;
  tone: Tone;
  what: string;
  note: ReactNode;
  until: string;
  undo: string;
};

type Said = Pick<ForceLine, 'what' | 'note' | 'undo'> & Partial<ForceLine>;

/** One thing out of the ordinary in words: what, what it does, how long, and the undo's name. */
export function useForceWords(thing: InForce, state: SimulatorState): ForceLine {
  const t = useTranslations('sandbox.force');
  const fault = useFaultWords();
  const delivery = useDeliveryWords();
  const time = useTimeWords(state);
  const account = useAccountWords(state);
  if (thing.kind === 'fault') return fault(thing.fault);
  if (thing.kind === 'delivery') return delivery(thing.fault);
  if (thing.kind === 'time') return time(thing.speed);
  return { icon: 'lock', tone: 'warn', until: t('untilChange'), ...account(thing) };
}

type OfAccount = Exclude<InForce, { kind: 'fault' | 'delivery' | 'time' }>;

function useAccountWords({ kind }: SimulatorState): (thing: OfAccount) => Said {
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

function useFaultWords(): (fault: CallFault) => ForceLine {
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

function useDeliveryWords(): (fault: DeliveryFault) => ForceLine {
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

function useTimeWords(state: SimulatorState): (speed: number) => ForceLine {
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
