'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useTypeLabels } from '#components/statement/line-labels.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { cn } from '#components/ui/cn.ts';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import type { ClosingPart } from '#lib/closings/contract.ts';
import type { DayDetail } from '#lib/closings/queries.ts';
import { isZero, SIDES, type Side } from '#lib/closings/rules.ts';
import { AmountText, useDayLabel } from './closing-labels.tsx';

export type Figures = NonNullable<DayDetail['figures']>;

const SIDE_STYLES: Record<Side, { sign: string; icon: IconName }> = {
  in: { sign: '+', icon: 'arrow-in' },
  out: { sign: '−', icon: 'arrow-out' },
  blocks: { sign: '±', icon: 'disputes' },
};

type Props = {
  detail: DayDetail;
  figures: Figures;
  /** Id of the part whose lines are open, and what opens them. */
  open: string | null;
  onOpen: (part: string) => void;
};

/** Opening balance + in − out ± blocks = closing balance, against the balance the service reports. */
export function Equation({ detail, figures, open, onOpen }: Props) {
  const t = useTranslations('closings.equation');
  const { opening, closing, lines, parts, gaps } = figures;
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-px bg-line @min-[36rem]/room:grid-cols-2 @min-[62rem]/room:grid-cols-[minmax(0,0.84fr)_minmax(0,1.28fr)_minmax(0,1.26fr)_minmax(0,1.22fr)_minmax(0,0.9fr)]">
        <Term
          title={t('opening')}
          value={<AmountText of={opening} />}
          className="@min-[36rem]/room:@max-[62rem]/room:col-span-2"
        >
          <p className="text-xs text-ink-3">
            <OpeningFrom detail={detail} figures={figures} />
          </p>
        </Term>
        {SIDES.map((side) => (
          <SideTerm
            key={side}
            side={side}
            figures={figures}
            parts={parts.filter((part) => part.side === side)}
            open={open}
            onOpen={onOpen}
          />
        ))}
        <Term title={t('closing')} sign="=" value={<AmountText of={closing} />} big>
          <p className="text-xs text-ink-3">{t('computed', { lines, gaps })}</p>
        </Term>
      </div>
      <footer>
        <Check figures={figures} />
      </footer>
    </section>
  );
}

type TermProps = {
  title: ReactNode;
  icon?: IconName;
  sign?: string;
  note?: ReactNode;
  value: ReactNode;
  big?: boolean;
  className?: string;
  children: ReactNode;
};

/** One term of the equation; its sign stands on the edge to the term before it, on a phone next to its title. */
function Term({ title, icon, sign, note, value, big = false, className, children }: TermProps) {
  return (
    <div
      className={cn(
        'relative grid min-w-0 content-start gap-x-3 bg-surface px-4 py-3',
        '@max-[36rem]/room:grid-cols-[minmax(0,1fr)_max-content] @max-[36rem]/room:items-baseline @max-[36rem]/room:px-panel @max-[36rem]/room:py-2',
        className,
      )}
    >
      <h2 className="cap flex items-center gap-1 whitespace-nowrap @max-[36rem]/room:text-xs">
        {sign && (
          <span
            aria-hidden="true"
            className="inline-grid size-5.25 flex-none place-content-center rounded-1 border border-line-strong bg-surface text-sm leading-none font-semibold text-ink @min-[62rem]/room:absolute @min-[62rem]/room:top-7 @min-[62rem]/room:-left-2.75 @min-[62rem]/room:z-1"
          >
            {sign}
          </span>
        )}
        {icon && <Icon name={icon} size="s" />}
        {title}
        {note && <span className="font-normal @min-[36rem]/room:ml-auto">{note}</span>}
      </h2>
      <div
        className={cn(
          'tracking-[-0.01em] @max-[36rem]/room:text-right @max-[36rem]/room:text-md',
          big ? 'text-xl/6' : 'text-lg',
        )}
      >
        {value}
      </div>
      <div className="mt-2 @max-[36rem]/room:col-span-2 @max-[36rem]/room:mt-1">{children}</div>
    </div>
  );
}

type SideProps = Pick<Props, 'open' | 'onOpen' | 'figures'> & { side: Side; parts: readonly ClosingPart[] };

function SideTerm({ side, figures, parts, open, onOpen }: SideProps) {
  const t = useTranslations('closings.equation');
  const types = useTypeLabels();
  const id = useId();
  const { sign, icon } = SIDE_STYLES[side];
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return (
    <Term
      title={<span id={id}>{t(side)}</span>}
      icon={icon}
      sign={sign}
      note={t('lines', { count })}
      value={<AmountText of={figures[side]} direction="signed" />}
    >
      {parts.length > 0 && (
        <ul className="border-t border-line pt-1.5" aria-labelledby={id}>
          {parts.map((part) => (
            <li
              key={part.id}
              className="grid grid-cols-[minmax(0,1fr)_max-content_minmax(4.875rem,max-content)] gap-x-2 text-xs/6 text-ink-3 [&_.money]:font-normal [&>:nth-child(n+2)]:text-right"
            >
              <button
                type="button"
                className="truncate text-left text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-accent-hover hover:decoration-current focus-visible:-outline-offset-2"
                title={part.type ?? undefined}
                aria-expanded={open === part.id}
                onClick={() => onOpen(part.id)}
              >
                {types.name(part.type)}
              </button>
              <span>{t('count', { count: part.count })}</span>
              <AmountText of={part.sum} direction="signed" bare />
            </li>
          ))}
        </ul>
      )}
    </Term>
  );
}

/** Where the opening balance comes from, and whether it is the closing balance of the day before. */
function OpeningFrom({ detail: { previous }, figures: { openingFrom } }: Pick<Props, 'detail' | 'figures'>) {
  const t = useTranslations('closings.equation.from');
  const dayLabel = useDayLabel();
  const { slug } = useSession().account;
  if (openingFrom === null) return t('unknown');
  if (previous === null) return t('line');
  const { day, version, equal, closing } = previous;
  const link = (text: ReactNode) => (
    <Link className="whitespace-nowrap" href={`/${slug}/closings/${day}`}>
      {text}
    </Link>
  );
  const values = { day: dayLabel(day), version: version ?? 0, link };
  if (equal) return t.rich('equal', values);
  return (
    <span className="text-warn-ink">
      {t.rich('differs', values)} <AmountText of={closing} />
    </span>
  );
}

/** The balance that the service reports, and its difference. */
function Check({ figures: { reported, difference, unjudged } }: { figures: Figures }) {
  const t = useTranslations('closings.equation');
  const whole = difference !== null && isZero(difference);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
      {reported === null ? (
        <Status kind="unknown" className="[&>span]:whitespace-normal">
          {t('notReported')}
        </Status>
      ) : (
        <Status
          kind={whole ? 'ok' : difference === null ? 'unknown' : 'danger'}
          className="[&>span]:whitespace-normal"
        >
          {t.rich('reported', {
            at: () => <Instant at={reported.at} variant="time" />,
            amount: () => <AmountText of={reported.amount} />,
          })}
        </Status>
      )}
      {difference !== null && (
        <span>
          {t('difference')} <AmountText of={difference} />
        </span>
      )}
      {unjudged > 0 && <Status kind="warn">{t('unjudged', { count: unjudged })}</Status>}
      <span className="ml-auto text-ink-3 @max-[36rem]/room:hidden">{t('basis')}</span>
    </div>
  );
}

/** Shows by how much the lines differ from the balance that the service reports; nothing where they agree. */
export function Mismatch({ figures: { reported, difference, closing } }: { figures: Figures }) {
  const t = useTranslations('closings.mismatch');
  if (difference === null || isZero(difference) || reported === null) return null;
  return (
    <Callout tone="danger" title={t.rich('title', { amount: () => <AmountText of={difference} /> })}>
      {t.rich('text', {
        reported: () => <AmountText of={reported.amount} />,
        closing: () => <AmountText of={closing} />,
      })}
    </Callout>
  );
}
