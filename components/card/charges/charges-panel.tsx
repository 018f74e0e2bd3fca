'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { FilterState } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, useListPanel } from '#components/list/list-panel.tsx';
import type { DrawerRoute } from '#components/list/use-drawer-route.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Input } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type CardFilters, cardChargesList } from '#lib/card/card.list.ts';
import { type CardCharge, cardChargesOptions } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { clean } from '#lib/core/clean.ts';
import { useChargeTable } from './charge-rows.tsx';

type Props = { route: DrawerRoute; state: FilterState<CardFilters> };

const keyOf = ({ amount, createdAt }: CardCharge, column: string) =>
  column === 'amount' ? amount : createdAt;

const nameOf = ({ externalId, id }: CardCharge) => externalId ?? id;
const amountOf = ({ amount, statusCode }: CardCharge) => ({
  cents: amount,
  direction: statusCode === PAID ? ('in' as const) : ('still' as const),
});

/** The charges, newest first, with their filters; rows stay on screen while they reload. */
export function ChargesPanel({ route, state }: Props) {
  const t = useTranslations('card.list');
  const account = useSession().account.slug;
  const { filters } = state;
  const query = useInfiniteQuery(cardChargesOptions(account, filters));
  const table = useChargeTable();
  const first = query.data?.pages[0];
  const panel = useListPanel({ list: cardChargesList, state, query, file: t('file'), words: table.words });
  return (
    <Panel
      title={t('title')}
      note={first?.total != null && t('count', { count: first.total })}
      padded={false}
      action={panel.tools}
      className="overflow-clip"
    >
      <ListBar panel={panel} standing={false} before={<Find onFind={route.show} />} />
      {first?.listed === false && (
        <Callout variant="thin" title={t('onlyHere')}>
          {t('onlyHereWords')}
        </Callout>
      )}
      <ListBody
        {...table}
        panel={panel}
        query={query}
        keyOf={keyOf}
        nameOf={nameOf}
        amountOf={amountOf}
        sums
        opening={{ open: route.open, onOpen: route.show }}
        empty={{
          read: (change) => cardChargesOptions(account, { ...filters, ...change }),
          none: { title: t('none'), hint: t('noneHint') },
        }}
      />
    </Panel>
  );
}

/** Opens a charge by its id; the drawer reports an unknown id and what else it may be. */
function Find({ onFind }: { onFind: (id: string) => void }) {
  const t = useTranslations('card.filters');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field, t('find'));
  const [text, setText] = useState('');
  return (
    <form
      className="flex min-w-72 max-w-md flex-1 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        const named = clean('id', text);
        if (named !== '') onFind(named);
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {t('find')}
      </label>
      <Input
        id={id}
        ref={field}
        icon="search"
        frameClassName="flex-1"
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        placeholder={t('find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm">
        {t('findButton')}
      </Button>
    </form>
  );
}
