'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormPanel } from '#components/sandbox/panel-parts.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { ChoiceField, Segments } from '#components/ui/segments.tsx';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { SimulatorHub, SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';
import { type FaultPreset, FIRST_ROUTE, PRESETS_OF, parseRoute } from '#lib/sandbox/rules.ts';

const EXTENTS = {
  '1': { count: 1 },
  '3': { count: 3 },
  '10': { count: 10 },
  half: { percent: 50 },
  off: { untilCleared: true },
} as const;
type Extent = keyof typeof EXTENTS;
const EXTENT_ORDER: readonly Extent[] = ['1', '3', '10', 'half', 'off'];

/** Faults offered directly; the others follow a choice of "other". */
const COMMON = ['429', '424', '502', '503', 'silent', 'apply-silent'];
const GROUPS = ['passing', 'refusals', 'broken'] as const;

export function FaultsPanel({ account, kind }: { account: string; kind: AccountKind }) {
  const t = useTranslations('sandbox.faults');
  const [typed, setTyped] = useState(FIRST_ROUTE[kind]);
  const [bad, setBad] = useState(false);
  const [extent, setExtent] = useState<Extent>('3');
  const [name, setName] = useState('apply-silent');
  const arm = useSimulatorChange(account, 'POST /simulator/fault');
  const presets = GROUPS.flatMap((group) => PRESETS_OF[kind][group]);
  const common = COMMON.flatMap((one) => presets.find((preset) => preset.name === one) ?? []);
  const isCommon = COMMON.includes(name);
  const labelOf = ({ name: own, status, errorCode }: FaultPreset) =>
    t.has(`names.${own}`) ? t(`names.${own}`) : [status, errorCode].filter(Boolean).join(' ');
  const buttonOf = () => {
    if (extent === 'half') return t('armHalf');
    return extent === 'off' ? t('armOff') : t('arm', { count: EXTENTS[extent].count });
  };
  const submit = () => {
    const route = parseRoute(typed);
    const preset = presets.find((one) => one.name === name);
    setBad(route === null);
    if (route === null || preset === undefined) return;
    const { name: _, ...fault } = preset;
    arm.mutate({ ...fault, ...route, ...EXTENTS[extent] });
  };
  return (
    <FormPanel
      title={t('title')}
      end={<span className="text-xs text-ink-3">{t.has(`hints.${name}`) && t(`hints.${name}`)}</span>}
      button={buttonOf()}
      change={arm}
      done={t('done')}
      onSubmit={submit}
    >
      <div className={FIELD_PAIR}>
        <PlainField
          label={t('route')}
          rule={t('rule')}
          error={bad && t('badRoute')}
          mono
          value={typed}
          placeholder={FIRST_ROUTE[kind]}
          maxLength={200}
          onChange={(next) => {
            setTyped(next);
            setBad(false);
          }}
        />
        <ChoiceField
          label={t('extent')}
          value={extent}
          onChange={setExtent}
          options={EXTENT_ORDER.map((value) => ({ value, label: t(`extents.${value}`) }))}
        />
      </div>
      <Segments
        label={t('which')}
        value={isCommon ? name : 'other'}
        onChange={(value) => setName(value === 'other' ? '500' : value)}
        options={[
          ...common.map((preset) => ({ value: preset.name, label: labelOf(preset) })),
          { value: 'other', label: t('other') },
        ]}
      />
      {!isCommon && (
        <SelectField label={t('otherWhich')} value={name} onChange={setName}>
          {GROUPS.map((group) => (
            <optgroup key={group} label={t(`groups.${group}`)}>
              {PRESETS_OF[kind][group].map((preset) => (
                <option key={preset.name} value={preset.name}>
                  {labelOf(preset)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      )}
    </FormPanel>
  );
}

const KINDS = {
  '503': { kind: 'status', status: 503 },
  '401': { kind: 'status', status: 401 },
  timeout: { kind: 'timeout' },
  close: { kind: 'close' },
  slow: { kind: 'slow' },
} as const;
type Kind = keyof typeof KINDS;
const KIND_ORDER: readonly Kind[] = ['503', '401', 'timeout', 'close', 'slow'];
const DELIVERY_EXTENTS = { count: { count: 5 }, minutes: { forMinutes: 10 }, off: {} } as const;
type DeliveryExtent = keyof typeof DELIVERY_EXTENTS;
const DELIVERY_EXTENT_ORDER: readonly DeliveryExtent[] = ['count', 'minutes', 'off'];

export function DeliveriesPanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.deliveries');
  const [url, setUrl] = useState('');
  const [kind, setKind] = useState<Kind>('503');
  const [extent, setExtent] = useState<DeliveryExtent>('count');
  const fail = useSimulatorChange(account, 'POST /simulator/fail-deliveries');
  const submit = () => {
    const address = url.trim();
    fail.mutate({ ...KINDS[kind], ...DELIVERY_EXTENTS[extent], ...(address === '' ? {} : { url: address }) });
  };
  return (
    <FormPanel
      title={t('title')}
      end={
        <Segments
          label={t('extent')}
          value={extent}
          onChange={setExtent}
          options={DELIVERY_EXTENT_ORDER.map((value) => ({ value, label: t(`extents.${value}`) }))}
        />
      }
      button={t(`fail.${extent}`)}
      change={fail}
      done={t('done')}
      footer={state.hub && <QueueNote queue={state.hub.queue} />}
      onSubmit={submit}
    >
      <PlainField
        label={t('address')}
        rule={t('rule')}
        mono
        value={url}
        inputMode="url"
        placeholder={t('placeholder')}
        maxLength={2048}
        onChange={setUrl}
      />
      <Segments
        label={t('how')}
        value={kind}
        onChange={setKind}
        options={KIND_ORDER.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
    </FormPanel>
  );
}

/** The Hub delivers one callback at a time: while the first waits, all wait. */
function QueueNote({ queue: { waiting, first } }: { queue: SimulatorHub['queue'] }) {
  const t = useTranslations('sandbox.deliveries');
  const locale = useLocale() as Locale;
  if (waiting === 0 || first === null) return t('queueEmpty');
  return t('queue', {
    count: waiting,
    event: first.event,
    attempts: first.attempts,
    when: first.nextAt === null ? '–' : formatInstant(locale, first.nextAt, 'time'),
  });
}
