import type { ReactNode } from 'react';
import { approvalRulesOptions } from '#lib/operations/queries.ts';
import { loadPaymentFilters } from '#lib/payments/payments.list.ts';
import { paymentsOptions, rulesOptions } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { accountPage } from '../page-of.tsx';

/** A page of payments: its list, and the rules that its form needs. */
export const paymentsPage = (page: PaymentPage, view: () => ReactNode) =>
  accountPage({
    segment: page,
    title: `payments.${page}.title`,
    needs: page,
    views: page,
    read: async ({ slug, search }) => [
      paymentsOptions(slug, page, await loadPaymentFilters(search)),
      rulesOptions(slug),
      approvalRulesOptions(slug),
    ],
    view,
  });
