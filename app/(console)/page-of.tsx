import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { PageHydration } from '#components/app-shell/providers.tsx';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { pageContext, pageOperator } from '#lib/api/page.ts';
import type { PageState } from '#lib/api/prefetch-queries.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Segment } from '#lib/core/i18n/page-namespaces.ts';
import type { ViewPage } from '#lib/views/contract.ts';
import { prefetchViews } from '#lib/views/server/prefetch-views.ts';
import { PageMessages } from '../page-messages.tsx';

type Params = { account: string; id?: string };
type Props = { params: Promise<Params>; searchParams: Promise<SearchParams> };
type Asked<Context> = {
  ctx: Context;
  search: Promise<SearchParams>;
  /** The record that the address names; empty where it names none. */
  id: string;
};
type Read<Context> = (
  asked: Asked<Context>,
) => PageState | readonly PageState[] | Promise<PageState | PageState[]>;
type Page = {
  /** Its messages are those of this segment. */
  segment: Segment;
  /** Path of the title's words, which may name the record as `{name}`. */
  title: string;
  view: (asked: { account: string; id: string; ctx: Ctx }) => ReactNode | Promise<ReactNode>;
  permission?: Permission;
  /** Part of the account's service that the page shows; without it there is no such page. */
  needs?: keyof Ctx['port'];
  /** Leads elsewhere, or to "not found", whoever the page is not for. */
  admit?: (ctx: Ctx) => void;
  /** List whose saved views the page has. */
  views?: ViewPage;
  read: Read<Ctx>;
};

const recordOf = async (params: Promise<Params>) => decodeURIComponent((await params).id ?? '');
const titleOf =
  (title: string) =>
  async (props: Pick<Props, 'params'>): Promise<Metadata> => ({
    title: (await getTranslations())(title, { name: await recordOf(props.params) }),
  });

/** Reads the page, and beside it the saved views of its list. */
async function stateOf<Context extends OperatorCtx>(
  read: Read<Context>,
  views: ViewPage | undefined,
  asked: Asked<Context>,
) {
  const [own, saved] = await Promise.all([
    read(asked),
    views === undefined ? [] : prefetchViews({ ctx: asked.ctx, page: views }),
  ]);
  return [own, saved].flat();
}

/** A page of one account: who may see it, what is read for its first paint, and what is drawn over that. */
export function accountPage({ segment, title, view, permission = 'read', needs, admit, views, read }: Page) {
  return {
    metadata: titleOf(title),
    async Page({ params, searchParams }: Props) {
      const { account } = await params;
      const id = await recordOf(params);
      const ctx = await pageContext(account, permission);
      if (needs !== undefined && ctx.port[needs] === undefined) notFound();
      admit?.(ctx);
      const [state, content] = await Promise.all([
        stateOf(read, views, { ctx, search: searchParams, id }),
        view({ account, id, ctx }),
      ]);
      return (
        <PageMessages segment={segment}>
          <PageHydration key={id} state={state}>
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

/** A page above the accounts, which its operator may see by a permission on some account. */
export function operatorPage({ segment, title, view, permission, views, read }: PageAbove) {
  return {
    metadata: titleOf(title),
    async Page({ searchParams }: Props) {
      const ctx = await pageOperator();
      if (permission !== undefined && !ctx.permissions.has(permission)) notFound();
      const state =
        read === undefined ? [] : await stateOf(read, views, { ctx, search: searchParams, id: '' });
      return (
        <PageMessages segment={segment}>
          <PageHydration state={state}>{view()}</PageHydration>
        </PageMessages>
      );
    },
  };
}

/** What stands in a page's place while it is read. */
export const loadingPage = (segment: Segment, view: ReactNode) =>
  function Loading() {
    return <PageMessages segment={segment}>{view}</PageMessages>;
  };
