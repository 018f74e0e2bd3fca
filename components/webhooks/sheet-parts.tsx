'use client';

import { useQuery } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type WebhookRow, webhooksOptions } from '#lib/webhooks/queries.ts';
import { useEndpoint } from './use-webhooks.ts';

/** Renders the `code` parts of a rich text. */
export const code = (text: ReactNode) => <code className="mono">{text}</code>;

/** A sunken box for code; its lines wrap, or the box scrolls. */
export const codeWell = cva(
  'rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-xs/4.5 text-ink-2',
  {
    variants: {
      lines: {
        wrap: 'wrap-anywhere overflow-x-auto whitespace-pre-wrap',
        scroll: 'max-h-88 overflow-auto whitespace-pre',
      },
    },
  },
);

/** A list of points to know, each with an icon. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid gap-1.5">{children}</ul>;
}

export function Point({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 [&>svg]:mt-0.5 [&>svg]:size-3.5">
      <Icon name={icon} tone={tone} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

type AbsentProps = {
  title: string;
  gone: boolean;
  onClose: () => void;
  /** The query that the sheet waits for; by default the list of endpoints. */
  read?: { error: unknown; refetch: () => unknown };
};

/** Replaces a sheet while the endpoint is loading, failed to load, or is not in the list. */
export function SheetAbsent({ title, gone, onClose, read }: AbsentProps) {
  const t = useTranslations('webhooks.form');
  const list = useQuery(webhooksOptions(useSession().account.slug));
  const { error, refetch } = read ?? list;
  const waits = !gone && !error;
  return (
    <Drawer label={title} title={title} onClose={onClose}>
      <section aria-busy={waits || undefined}>
        {gone && <EmptyState title={t('gone')} />}
        {!gone && Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
        {waits && <Skeleton width="60%" />}
      </section>
    </Drawer>
  );
}

type OfEndpointProps = {
  id: string;
  title: string;
  onClose: () => void;
  children: (row: WebhookRow) => ReactNode;
};

/** A sheet of one endpoint; replaced until the endpoint is known. */
export function OfEndpoint({ id, title, onClose, children }: OfEndpointProps) {
  const row = useEndpoint(id);
  return row ? children(row) : <SheetAbsent title={title} gone={row === null} onClose={onClose} />;
}
