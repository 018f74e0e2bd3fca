'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangeAnswer, FormEnd } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { ChoiceField, Segments } from '#components/ui/segments.tsx';
import type { AccountKind } from '#lib/core/account-kinds.ts';
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
const presetsOf = (kind: AccountKind) => GROUPS.flatMap((group) => PRESETS_OF[kind][group]);

export function FaultsPanel({ account, kind }: { account: string; kind: AccountKind }) {
  const t = useTranslations('sandbox.faults');
  const [typed, setTyped] = useState(FIRST_ROUTE[kind]);
  const [bad, setBad] = useState(false);
  const [extent, setExtent] = useState<Extent>('3');
  const [name, setName] = useState('apply-silent');
  const arm = useSimulatorChange(account, 'POST /simulator/fault');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const route = parseRoute(typed);
    const preset = presetsOf(kind).find((one) => one.name === name);
    setBad(route === null);
    if (route === null || preset === undefined) return;
    const { name: _, ...fault } = preset;
    arm.mutate({ ...fault, ...route, ...EXTENTS[extent] });
  };
  return (
    <Panel title={t('title')}>
      <form className="grid min-w-0 grid-cols-1 gap-3" onSubmit={submit} noValidate>
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
        <Which kind={kind} name={name} onName={setName} />
        <FormEnd>
          <span className="text-xs text-ink-3">{t.has(`hints.${name}`) && t(`hints.${name}`)}</span>
          <Button type="submit" aria-disabled={arm.isPending}>
            <ArmWords extent={extent} />
          </Button>
        </FormEnd>
        <ChangeAnswer error={arm.error} done={arm.isSuccess ? t('done') : null} />
      </form>
    </Panel>
  );
}

function ArmWords({ extent }: { extent: Extent }) {
  const t = useTranslations('sandbox.faults');
  if (extent === 'half') return t('armHalf');
  if (extent === 'off') return t('armOff');
  return t('arm', { count: EXTENTS[extent].count });
}

/** The common faults and, after "other", all faults in groups. */
type WhichProps = { kind: AccountKind; name: string; onName: (name: string) => void };

function Which({ kind, name, onName }: WhichProps) {
  const t = useTranslations('sandbox.faults');
  const presets = presetsOf(kind);
  const words = ({ name: own, status, errorCode }: FaultPreset) =>
    t.has(`names.${own}`) ? t(`names.${own}`) : [status, errorCode].filter(Boolean).join(' ');
  const common = COMMON.flatMap((one) => presets.find((preset) => preset.name === one) ?? []);
  const isCommon = COMMON.includes(name);
  return (
    <>
      <Segments
        label={t('which')}
        value={isCommon ? name : 'other'}
        onChange={(value) => onName(value === 'other' ? '500' : value)}
        options={[
          ...common.map((preset) => ({ value: preset.name, label: words(preset) })),
          { value: 'other', label: t('other') },
        ]}
      />
      {!isCommon && (
        <SelectField label={t('otherWhich')} value={name} onChange={onName}>
          {GROUPS.map((group) => (
            <optgroup key={group} label={t(`groups.${group}`)}>
              {PRESETS_OF[kind][group].map((preset) => (
                <option key={preset.name} value={preset.name}>
                  {words(preset)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      )}
    </>
  );
}
