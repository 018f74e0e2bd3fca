'use client';

import { dynamic } from '#components/ui/dynamic.tsx';

/** Every page of an account carries what stands where there is none. */
export const AbsentPage = dynamic(async () => (await import('./absent-page.tsx')).AbsentPage, {
  loading: () => null,
});
export const RoleMissing = dynamic(async () => (await import('./absent-page.tsx')).RoleMissing, {
  loading: () => null,
});
