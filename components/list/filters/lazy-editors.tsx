'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fetchEmpty } from '../lazy-parts.tsx';

const fetchEditors = () => import('./filter-editors.tsx');
const fetchPeriod = () => import('./period-form.tsx');

/** The room of a small form in a layer, while it is fetched. */
const FormRoom = () => (
  <div className="grid w-64 gap-3" aria-busy="true">
    <Skeleton width="40%" />
    <Skeleton width="100%" />
    <Skeleton width="100%" />
  </div>
);

/** Forms that nobody needs before a press. */
export const FilterEditor = dynamic(async () => (await fetchEditors()).FilterEditor, { loading: FormRoom });
export const PeriodForm = dynamic(async () => (await fetchPeriod()).PeriodForm, { loading: FormRoom });

/** Called when pointer or focus come near: by the press they are there. */
export const nearFilters = fetchNear(fetchEditors, fetchPeriod, fetchEmpty);
