'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { CheckState } from '#lib/disputes/checklist.ts';
import { useDefenseDraft } from './defense-draft.tsx';

const SHAPE = { done: 'check', weak: 'triangle', open: 'pending' } as const;
const TONE = { done: 'ok', weak: 'warn', open: 'idle' } as const;

/** Arguments that persuade the payer's bank, and where the letter already makes them. */
export function ChecksPanel() {
  const t = useTranslations('disputes.checks');
  const { checks } = useDefenseDraft();
  const done = checks.filter(({ state }) => state !== 'open').length;
  return (
    <Panel title={t('title')} action={<b className="text-xs">{t('done', { done, count: checks.length })}</b>}>
      <CheckList>
        {checks.map((line) => (
          <Line key={line.check} line={line} />
        ))}
      </CheckList>
    </Panel>
  );
}

function Line({ line: { check, state, place } }: { line: CheckState }) {
  const t = useTranslations('disputes.checks');
  const name = t(`names.${check}`);
  return (
    <li>
      <Icon name={SHAPE[state]} tone={TONE[state]} />
      <span className="what">
        {name} <span className="sr-only">({t(`state.${state}`)})</span>
      </span>
      <span className="aside">
        {place === null && <CheckActions check={check} name={name} />}
        {place?.in === 'hand' && <Untick check={check} name={name} />}
        {place !== null && place.in !== 'hand' && t(place.in, { number: place.number })}
      </span>
      {state === 'weak' && <div className="note">{t('weak.image_only')}</div>}
      {state === 'open' && <div className="note">{t(`hint.${check}`)}</div>}
    </li>
  );
}

type ActionsProps = { check: CheckState['check']; name: string };
/** Arguments that only text can make; attaching a file would not help. */
const TEXT_ONLY = new Set<string>(['charge', 'document', 'earlier_payments']);

function CheckActions({ check, name }: ActionsProps) {
  const t = useTranslations('disputes.checks');
  const { attach, write } = useDefenseDraft();
  const tick = () => write((now) => ({ checked: [...now.checked, check] }));
  return (
    <span className="inline-flex gap-1">
      <Button size="sm" variant="quiet" aria-label={t('tickLabel', { check: name })} onClick={tick}>
        {t('tick')}
      </Button>
      {!TEXT_ONLY.has(check) && (
        <Button size="sm" aria-label={t('attachLabel', { check: name })} onClick={attach}>
          {t('attach')}
        </Button>
      )}
    </span>
  );
}

function Untick({ check, name }: ActionsProps) {
  const t = useTranslations('disputes.checks');
  const { write } = useDefenseDraft();
  const untick = () => write((now) => ({ checked: now.checked.filter((one) => one !== check) }));
  return (
    <span className="inline-flex items-center gap-1">
      {t('hand')}
      <Button size="sm" variant="quiet" aria-label={t('untickLabel', { check: name })} onClick={untick}>
        {t('untick')}
      </Button>
    </span>
  );
}
