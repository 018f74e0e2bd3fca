'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { SimulatorLogEntry, SimulatorPlan, SimulatorState } from '#lib/simulator/contract.ts';

const LATEST = 14;
const PLANNED = 2;

type Look = { shape: StatusShape; tone: Tone };
const LOOKS: Record<string, Look> = {
  TRANSACTION_PENDING: { shape: 'pending', tone: 'idle' },
  TRANSACTION_COMPLETED: { shape: 'check', tone: 'ok' },
  TRANSACTION_CANCELED: { shape: 'barred', tone: 'idle' },
  TRANSACTION_EXPIRED: { shape: 'hourglass', tone: 'idle' },
  TRANSACTION_ERROR: { shape: 'octagon', tone: 'danger' },
  TRANSACTION_WAITING_FOR_REFUND: { shape: 'half', tone: 'flow' },
  TRANSACTION_REFUNDED: { shape: 'return', tone: 'flow' },
  INFRACTION_CHANGED: { shape: 'diamond', tone: 'flow' },
  dispute: { shape: 'diamond', tone: 'flow' },
  delivery: { shape: 'triangle', tone: 'warn' },
  ownership: { shape: 'check', tone: 'idle' },
  fault: { shape: 'octagon', tone: 'danger' },
};
/** Whatever else stands in the log was asked for on this page or through the control API. */
const ASKED: Look = { shape: 'operator', tone: 'idle' };

export function LogPanel({ state }: { state: SimulatorState }) {
  const t = useTranslations('sandbox.log');
  const format = useFormatter();
  const { transactions, seed, log, upcoming } = state;
  const size =
    transactions !== null &&
    seed !== null &&
    t('size', { count: transactions, seed: format.number(seed, { useGrouping: false }) });
  const planned = upcoming.slice(0, PLANNED).toReversed();
  return (
    <Panel title={t('title')} action={<span className="cap">{t('note')}</span>} footer={size}>
      {log.length + planned.length === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <Timeline label={t('list')}>
          {planned.map((plan) => (
            <Planned key={`${plan.at} ${plan.act} ${plan.target}`} plan={plan} />
          ))}
          {withKeys(log.slice(0, LATEST)).map(({ key, entry }) => (
            <Done key={key} entry={entry} />
          ))}
        </Timeline>
      )}
    </Panel>
  );
}

/** Entries have no id; two of one instant and kind are told apart by their place among those. */
function withKeys(entries: readonly SimulatorLogEntry[]): { key: string; entry: SimulatorLogEntry }[] {
  const seen = new Map<string, number>();
  return entries
    .toReversed()
    .map((entry) => {
      const name = `${entry.at} ${entry.kind} ${entry.target}`;
      const place = seen.get(name) ?? 0;
      seen.set(name, place + 1);
      return { key: `${name} ${place}`, entry };
    })
    .toReversed();
}

function Done({ entry }: { entry: SimulatorLogEntry }) {
  const t = useTranslations('sandbox.log');
  const { shape, tone } = LOOKS[entry.kind] ?? ASKED;
  const kind = t.has(`kinds.${entry.kind}`) ? entry.kind : 'other';
  const what = t(`kinds.${kind}`, { target: named(entry.target), kind: entry.kind });
  // Of events the words above say it all; the rest is the simulator's own sentence.
  const note = entry.kind.startsWith('TRANSACTION_') ? null : <span lang="pt-BR">{entry.text}</span>;
  return (
    <TimelineItem
      shape={shape}
      tone={tone}
      what={<span title={entry.target ?? undefined}>{what}</span>}
      when={<Instant at={entry.at} look="time" />}
      note={note}
    />
  );
}

function Planned({ plan }: { plan: SimulatorPlan }) {
  const t = useTranslations('sandbox.log');
  const act = plan.act.split(' ')[0] ?? '';
  const words = t(`plans.${t.has(`plans.${act}`) ? act : 'other'}`, { target: named(plan.target) });
  return <TimelineItem shape="clock" what={words} when={<Instant at={plan.at} look="time" />} future />;
}

/** A reference as it is, an opaque id shortened. */
function named(target: string | null): string {
  if (target === null) return '';
  return /^[A-Za-z0-9]{24}$/.test(target) ? shortId(target) : target;
}
