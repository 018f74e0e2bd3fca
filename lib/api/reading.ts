import type { VisibleProblems } from '#lib/api/answer-fields.ts';
import type { Unread } from '#lib/providers/records.ts';

/** Merges the notes of several pages. */
export function joinedUnread(pages: readonly VisibleProblems[]): {
  unread: Unread | null;
  filtersUntold: string[];
} {
  const all = (lists: readonly (readonly string[] | undefined)[]) => [
    ...new Set(lists.flatMap((list) => list ?? [])),
  ];
  const unread = pages.flatMap((page) => (page.unread === undefined ? [] : [page.unread]));
  const rows = unread.reduce((sum, one) => sum + one.rows, 0);
  return {
    unread: rows === 0 ? null : { rows, fields: all(unread.map(({ fields }) => fields)) },
    filtersUntold: all(pages.map(({ filtersUntold }) => filtersUntold)),
  };
}

/** The notes of a provider's page on its rows, in the form of the API answer. */
export const visibleProblemsOf = ({ unread, filteredHere, filtersUntold }: Reading): VisibleProblems => ({
  ...(unread === undefined ? {} : { unread }),
  ...(filteredHere === undefined ? {} : { filteredHere: [...filteredHere] }),
  ...(filtersUntold === undefined ? {} : { filtersUntold: [...filtersUntold] }),
});

type Reading = {
  unread?: Unread | undefined;
  filteredHere?: readonly string[] | undefined;
  filtersUntold?: readonly string[] | undefined;
};
