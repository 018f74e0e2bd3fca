'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** The room of a small form in a layer, while it is fetched. */
export const FormRoom = () => (
  <div className="grid w-64 gap-3" aria-busy="true">
    <Skeleton width="40%" />
    <Skeleton width="100%" />
    <Skeleton width="100%" />
  </div>
);

/** Apart from the page's other later parts: lists without transactions have a period too. */
export const PeriodForm = dynamic(async () => (await import('./period-form.tsx')).PeriodForm, {
  loading: FormRoom,
});
