import { z } from 'zod';
import { Unread } from '#lib/providers/records.ts';

/** What a list's answer says of how its rows were read; nothing where everything was. */
export const told = {
  /** Rows that lack what every row should tell: shown with what they have. */
  unread: Unread.optional(),
  /** Filters that the provider did not apply: applied here to the rows that came. */
  filteredHere: z.array(z.string()).optional(),
  /** Filters of which no row tells whether they were applied. */
  filtersUntold: z.array(z.string()).optional(),
};
const Told = z.object(told);
export type Told = z.infer<typeof Told>;

/** The same of several pages. */
export function joinedUnread(pages: readonly Told[]): {
  unread: Unread | null;
  filteredHere: string[];
  filtersUntold: string[];
} {
  const all = (lists: readonly (readonly string[] | undefined)[]) => [
    ...new Set(lists.flatMap((list) => list ?? [])),
  ];
  const unread = pages.flatMap((page) => (page.unread === undefined ? [] : [page.unread]));
  const rows = unread.reduce((sum, one) => sum + one.rows, 0);
  return {
    unread: rows === 0 ? null : { rows, fields: all(unread.map(({ fields }) => fields)) },
    filteredHere: all(pages.map(({ filteredHere }) => filteredHere)),
    filtersUntold: all(pages.map(({ filtersUntold }) => filtersUntold)),
  };
}

/** What a page of a provider says of its rows, for the answer that carries them. */
export const toldBy = ({ unread, filteredHere, filtersUntold }: Reading): Told => ({
  ...(unread === undefined ? {} : { unread }),
  ...(filteredHere === undefined ? {} : { filteredHere: [...filteredHere] }),
  ...(filtersUntold === undefined ? {} : { filtersUntold: [...filtersUntold] }),
});

type Reading = {
  unread?: Unread | undefined;
  filteredHere?: readonly string[] | undefined;
  filtersUntold?: readonly string[] | undefined;
};
