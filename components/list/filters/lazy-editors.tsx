'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { EmptyResult } from '../lazy-parts.tsx';

/** The room of a small form in a layer, while it is fetched. */
const FormRoom = () => (
  <div className="grid w-64 gap-3" aria-busy="true">
    <Skeleton width="40%" />
    <Skeleton width="100%" />
    <Skeleton width="100%" />
  </div>
);

/** Forms that nobody needs before a press. */
export const FilterEditor = dynamic(async () => (await import('./filter-editors.tsx')).FilterEditor, {
  loading: FormRoom,
});
export const PeriodForm = dynamic(async () => (await import('./period-form.tsx')).PeriodForm, {
  loading: FormRoom,
});

export const PickList = dynamic(async () => (await import('#components/ui/pick-list.tsx')).PickList, {
  loading: FormRoom,
});

/** Called when pointer or focus come near: by the press they are there. */
export const nearFilters = fetchNear(PickList, FilterEditor, PeriodForm, EmptyResult);
