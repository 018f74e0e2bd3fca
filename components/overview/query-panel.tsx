'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type ComponentProps, createContext, type ReactNode, useContext, useMemo } from 'react';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type StatusKind, statusStyle } from '#components/ui/status.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { causeOf, withWait } from '#lib/api/query-client.ts';

/** Cause of a failure that the page already shows above its panels; see `sharedFailure`. */
export const ShownAbove = createContext<string | null>(null);

type Props<T> = Omit<ComponentProps<typeof Panel>, 'busy' | 'children'> & {
  query: UseQueryResult<T>;
  skeleton: ReactNode;
  /** Another panel shows the same query and reports its failure. */
  second?: boolean;
  children: (data: T) => ReactNode;
};

/** A panel that loads and fails by itself. Older data stays on screen; the page shows its age and retries. */
export function QueryPanel<T>({ query, skeleton, second = false, children, ...frame }: Props<T>) {
  const t = useTranslations('overview');
  const shownAbove = useContext(ShownAbove);
  const error = useMemo(() => withWait(query.error), [query.error]);
  if (query.data !== undefined) return <Panel {...frame}>{children(query.data)}</Panel>;
  if (query.error === null)
    return (
      <Panel {...frame} busy>
        <span className="sr-only">{t('loading')}</span>
        {skeleton}
      </Panel>
    );
  if (second) return null;
  if (shownAbove !== null && causeOf(query.error) === shownAbove)
    return (
      <Panel {...frame} padded>
        <p className="text-ink-3">{t('seeAbove')}</p>
      </Panel>
    );
  const readAgain = () => void query.refetch({ cancelRefetch: false });
  return (
    <Panel {...frame} padded={false}>
      <ErrorCard className="border-0" error={error} onRetry={readAgain} />
    </Panel>
  );
}

type FiguresProps = ComponentProps<typeof FigureTable> & {
  caption: string;
  /** Names of the columns; all but the first have numbers. Null: a column without a name. */
  heads: readonly (string | null)[];
};

export function Figures({ caption, heads, variant, children }: FiguresProps) {
  return (
    <FigureTable variant={variant}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) =>
            head === null ? (
              <td key="unnamed" />
            ) : (
              <th key={head} scope="col" className={index === 0 ? undefined : 'num'}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </FigureTable>
  );
}

type CheckLineProps = { kind: StatusKind; what: ReactNode; aside?: ReactNode; children?: ReactNode };

export function CheckLine({ kind, what, aside, children }: CheckLineProps) {
  const { shape, tone } = statusStyle(kind);
  return (
    <li>
      <Icon name={shape} tone={tone} />
      <span className="what">{what}</span>
      <span className="aside">{aside}</span>
      {children && <div className="note">{children}</div>}
    </li>
  );
}

export function WaitingChecks({ lines = 2 }: { lines?: number }) {
  return (
    <CheckList>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines are all alike
        <li key={line}>
          <Skeleton width="1rem" />
          <Skeleton width="9rem" />
          <Skeleton width="4rem" />
        </li>
      ))}
    </CheckList>
  );
}

/** Formats a part of a whole as a percentage; a dash when the whole is zero. */
export function useShare(): (part: number, whole?: number, digits?: number) => string {
  const format = useFormatter();
  return (part, whole = 1, digits = 1) =>
    whole === 0 ? '–' : format.number(part / whole, { style: 'percent', maximumFractionDigits: digits });
}
