import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { PageHydration } from '#components/app-shell/providers.tsx';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { pageContext, pageOperator } from '#lib/api/page.ts';
import type { PageState } from '#lib/api/prefetch-queries.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Segment } from '#lib/core/i18n/messages.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { prefetchViews } from '#lib/views/server/list-views.ts';
import { PageMessages, recordOf, titleOf } from '../page-messages.tsx';

type Props = { params: Promise<{ account: string; id?: string }>; searchParams: Promise<SearchParams> };
type PageRequest<Context> = {
  ctx: Context;
  search: Promise<SearchParams>;
  /** The record id in the URL; empty where there is none. */
  id: string;
};
type Read<Context> = (
  request: PageRequest<Context>,
) => PageState | readonly PageState[] | Promise<PageState | PageState[]>;
type Page = {
  /** Segment that selects the page's messages. */
  segment: Segment;
  /** Message key of the title, which may contain the record as `{name}`. */
  title: string;
  view: (request: { account: string; id: string; ctx: Ctx }) => ReactNode | Promise<ReactNode>;
  permission?: Permission;
  /** Part of the provider's port that the page needs; without it the page does not exist. */
  needs?: keyof Ctx['port'];
  /** Redirects, or answers "not found", for operators or accounts the page is not for. */
  admit?: (ctx: Ctx) => void;
  /** The list whose saved views the page shows. */
  views?: ViewPage;
  read: Read<Ctx>;
};

/** A page of one account: its permission, the data of its first render, and its content. */
export function accountPage({ segment, title, view, permission = 'read', needs, admit, views, read }: Page) {
  return {
    metadata: titleOf(title),
    async Page({ params, searchParams }: Props) {
      const { account } = await params;
      const id = await recordOf(params);
      const ctx = await pageContext(account, permission);
      if (needs !== undefined && ctx.port[needs] === undefined) notFound();
      admit?.(ctx);
      const [state, saved, content] = await Promise.all([
        read({ ctx, search: searchParams, id }),
        views === undefined ? [] : prefetchViews({ ctx, page: views }),
        view({ account, id, ctx }),
      ]);
      return (
        <PageMessages segment={segment}>
          <PageHydration key={id} state={[state, saved].flat()}>
            {content}
          </PageHydration>
        </PageMessages>
      );
    },
  };
}

type PageAbove = {
  segment: Segment;
  title: string;
  view: () => ReactNode;
  permission?: Permission;
  views?: ViewPage;
  read?: Read<OperatorCtx>;
};

/** A page of no single account; a permission on some account is enough. */
export function operatorPage({ segment, title, view, permission, views, read }: PageAbove) {
  return {
    metadata: titleOf(title),
    async Page({ searchParams }: Props) {
      const ctx = await pageOperator();
      if (permission !== undefined && !ctx.permissions.has(permission)) notFound();
      const [state, saved] = await Promise.all([
        read?.({ ctx, search: searchParams, id: '' }) ?? [],
        views === undefined ? [] : prefetchViews({ ctx, page: views }),
      ]);
      return (
        <PageMessages segment={segment}>
          <PageHydration state={[state, saved].flat()}>{view()}</PageHydration>
        </PageMessages>
      );
    },
  };
}

/** The placeholder of a page while it is read. */
export const loadingPage = (segment: Segment, view: ReactNode) =>
  function Loading() {
    return <PageMessages segment={segment}>{view}</PageMessages>;
  };
