import { dynamic } from '#components/ui/dynamic.tsx';

/** Arrives when somebody is about to be changed, from the row as from the drawer. */
export const PersonDeed = dynamic(async () => (await import('./person-deed.tsx')).PersonDeed, {
  loading: () => null,
});
