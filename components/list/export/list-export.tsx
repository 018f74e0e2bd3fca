'use client';

import { useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { saoPauloDay } from '#lib/dates.ts';
import { CsvButton, type ExportQuery } from './csv-button.tsx';

/** As many as stand in an address. */
const MOST_CHOSEN = 200;

type Props = {
  /** What the file is called before account and day: "cobrancas". */
  name: string;
  url: (account: string, how: ExportQuery) => string;
  count: number | null;
  ids?: readonly string[];
  onError: (error: unknown) => void;
};

/** A list's filter, or these of its records, as CSV; absent for roles that may not. */
export function ListExport({ name, url, ...rest }: Props) {
  const t = useTranslations('list.export');
  const most = useTranslations('list.selection');
  const account = useSession().account.slug;
  const may = useCan('export');
  if (!may) return null;
  if ((rest.ids?.length ?? 0) > MOST_CHOSEN)
    return <span className="cap">{most('mostExported', { most: MOST_CHOSEN })}</span>;
  return (
    <CsvButton
      {...rest}
      url={(how) => url(account, how)}
      fileName={() => t('fileName', { name, account, day: saoPauloDay(Date.now()) })}
    />
  );
}
