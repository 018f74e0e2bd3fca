'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { urlOf } from '#lib/api/client.ts';
import { serverNow } from '#lib/clock.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { MOST_EXPORTED } from '#lib/list/chosen.ts';
import { filePeriod } from '#lib/list/file-name.ts';
import type { List } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { ViewPage } from '#lib/views/lists.ts';
import { ABOVE_ALL, placeOf } from '#lib/views/place.ts';
import { CsvButton } from './csv-button.tsx';
import { endingOf, type FileChoice } from './export-dialog.tsx';

type Of = {
  /** First part of the file name, before account and period: "cobrancas". */
  name: string;
  filters: object;
  /** Rows of the filter, where that is known. */
  count: number | null;
};
type FileProps = Of & {
  list: string;
  csv: List['csv'];
  ids: readonly string[] | undefined;
  onError: (error: unknown) => void;
};

/** The file that a list states: of its filter, or of the rows that are chosen; and what went wrong with it. */
export function useListExport({ csv, name: list }: Pick<List, 'csv' | 'name'>, of: Of) {
  const [error, onError] = useState<unknown>(null);
  const exportOf = (ids?: readonly string[]): ReactNode => (
    <ListFile {...of} list={list} csv={csv} ids={ids} onError={onError} />
  );
  return { exportOf, error };
}

/** Absent for roles that may not. What stands above all accounts names none, and is masked for everybody. */
function ListFile({ list, csv, name, filters, ids, ...rest }: FileProps) {
  const t = useTranslations('list.export');
  const most = useTranslations('list.selection');
  const account = useSession().account.slug;
  const may = useCan('export');
  const above = placeOf(list as ViewPage, account) === ABOVE_ALL;
  if (!may) return null;
  if ((ids?.length ?? 0) > MOST_EXPORTED)
    return <span className="cap">{most('mostExported', { most: MOST_EXPORTED })}</span>;
  // Lists name descriptors that no contract is read for; a test holds each against them.
  const fileOf = (choice: FileChoice) =>
    (csv ?? '').replace(/csv$/, endingOf(choice)) as Extract<keyof Endpoints, `GET ${string}.csv`>;
  return (
    <CsvButton
      {...rest}
      {...(ids && { ids })}
      {...(above && { masked: true as const })}
      url={(choice) =>
        urlOf(
          fileOf(choice),
          account,
          {},
          { ...toQuery(filters), form: choice === 'machine' ? 'machine' : 'sheet' },
        )
      }
      fileName={(choice) => {
        const { as, ...days } = filePeriod(filters, serverNow());
        return `${t(`file.${as}`, { name: above ? name : `${name}-${account}`, ...days })}.${endingOf(choice)}`;
      }}
    />
  );
}
