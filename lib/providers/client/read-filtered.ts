import 'server-only';
import type { IgnoredFilters } from '#lib/providers/client/parameter-names.ts';
import type { Reading } from '#lib/providers/port.ts';

/** Pages read at most, because rows that a service failed to filter out may fill whole pages. */
const MOST_PAGES = 10;

type Page = {
  items: readonly unknown[];
  next: unknown;
  total: number | null;
  broken: readonly string[];
  moved: readonly string[];
  untold: readonly string[];
};

type Names = Pick<IgnoredFilters<string>, 'tryAnother' | 'of' | 'suspect' | 'fromTheTop' | 'isDoubtful'>;

/**
 * Reads one page, and again under other names for filters that the service ignores. A numbered list does so
 * only on its first page: another filter has other pages, and rows between two of them would be lost.
 */
export async function readFiltered<P extends Pick<Page, 'broken' | 'moved'>>(
  read: () => Promise<P>,
  overlooked: Omit<Names, 'of' | 'isDoubtful'>,
  number?: number,
): Promise<P> {
  const broken = ({ broken, moved }: P) => broken.filter((name) => !moved.includes(name));
  if (number === 1) overlooked.fromTheTop();
  let page = await read();
  if (number !== undefined && number > 1) overlooked.suspect(broken(page));
  else while (overlooked.tryAnother(broken(page))) page = await read();
  return page;
}

/**
 * Reads pages until one has a matching row or the list ends; tries other names for filters that the service
 * ignores. `total` is null when it counts rows that do not match.
 */
export async function readUntilMatch<P extends Page>(
  position: unknown,
  read: (position: unknown) => Promise<P>,
  {
    overlooked,
    filter,
    numberOf,
  }: { overlooked: Names; filter: object; numberOf?: (position: unknown) => number },
): Promise<Omit<P, 'broken' | 'moved' | 'untold'> & FilterNotes> {
  const broken = new Set<string>();
  const untold = new Set<string>();
  let at = position;
  for (let pages = 1; ; pages += 1) {
    const here = at;
    const page = await readFiltered(() => read(here), overlooked, numberOf?.(here));
    const { broken: notApplied, moved: _, untold: unverified, ...rest } = page;
    for (const name of [...notApplied, ...overlooked.of(filter)]) broken.add(name);
    for (const name of unverified) untold.add(name);
    if (rest.next === null || rest.items.length > 0 || pages >= MOST_PAGES)
      return {
        ...rest,
        total: broken.size > 0 || overlooked.isDoubtful(filter) ? null : rest.total,
        ...toFilterNotes(broken, untold),
      };
    at = rest.next;
  }
}

type FilterNotes = Pick<Reading, 'filteredHere' | 'filtersUntold'>;

/** Lists the filters that the service did not apply, and those that no row allows to check. */
export const toFilterNotes = (broken: ReadonlySet<string>, untold: ReadonlySet<string>): FilterNotes => ({
  ...(broken.size === 0 ? {} : { filteredHere: [...broken].sort() }),
  ...(untold.size === 0 ? {} : { filtersUntold: [...untold].sort() }),
});
