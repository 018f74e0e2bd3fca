/**
 * Every part's style sheet belongs to the root's one. A sheet of a page's own is preloaded with each link to that page,
 * and the browser complains about what it fetched early and did not use.
 */
import '#components/accounts/accounts.module.css';
import '#components/audit/audit.module.css';
import '#components/all-accounts/all-accounts.module.css';
import '#components/card/card.module.css';
import '#components/deliveries/deliveries.module.css';
import '#components/disputes/editor/editor.module.css';
import '#components/disputes/queue/facets.module.css';
import '#components/disputes/queue/queue.module.css';
import '#components/disputes/work/work.module.css';
import '#components/first-day/first-day.module.css';
import '#components/notifications/notifications.module.css';
import '#components/operations/operations.module.css';
import '#components/payments/detail/pay-code.module.css';
import '#components/payments/payments.module.css';
import '#components/reports/reports.module.css';
import '#components/resends/resends.module.css';
import '#components/resends/sheet/sheet.module.css';
import '#components/statement/statement.module.css';
import '#components/list/grid/arrived.module.css';
import '#components/list/table/table.module.css';
import '#components/list/totals.module.css';
import '#components/list/filters/filters.module.css';
import '#components/list/grid/grid.module.css';
import '#components/transactions/search.module.css';
import '#components/ui/selection-bar-frame.module.css';
import '#components/ui/steps-down.module.css';
import '#components/webhooks/webhooks.module.css';
import '#components/charges/funnel/funnel.module.css';
import '#components/payments/approval/approval.module.css';
import '#components/webhooks/health.module.css';
import '#components/policies/policies.module.css';
import '#components/team/team.module.css';
