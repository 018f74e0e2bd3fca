import enAccounts from '../../../messages/en/accounts.json';
import enAdmin from '../../../messages/en/admin.json';
import enAllAccounts from '../../../messages/en/all-accounts.json';
import enAudit from '../../../messages/en/audit.json';
import enCard from '../../../messages/en/card.json';
import enCardStatus from '../../../messages/en/card-status.json';
import enChannels from '../../../messages/en/channels.json';
import enCommon from '../../../messages/en/common.json';
import enCsv from '../../../messages/en/csv.json';
import enCustomers from '../../../messages/en/customers.json';
import enDeliveries from '../../../messages/en/deliveries.json';
import enDisputes from '../../../messages/en/disputes.json';
import enDoctor from '../../../messages/en/doctor.json';
import enDue from '../../../messages/en/due.json';
import enFirstDay from '../../../messages/en/first-day.json';
import enInbox from '../../../messages/en/inbox.json';
import enInvitation from '../../../messages/en/invitation.json';
import enLineWords from '../../../messages/en/line-words.json';
import enList from '../../../messages/en/list.json';
import enNotices from '../../../messages/en/notices.json';
import enOperations from '../../../messages/en/operations.json';
import enOverview from '../../../messages/en/overview.json';
import enPayments from '../../../messages/en/payments.json';
import enPolicies from '../../../messages/en/policies.json';
import enProblems from '../../../messages/en/problems.json';
import enProfile from '../../../messages/en/profile.json';
import enReports from '../../../messages/en/reports.json';
import enResends from '../../../messages/en/resends.json';
import enSandbox from '../../../messages/en/sandbox.json';
import enSetUp from '../../../messages/en/set-up.json';
import enShell from '../../../messages/en/shell.json';
import enSignIn from '../../../messages/en/sign-in.json';
import enStatement from '../../../messages/en/statement.json';
import enTeam from '../../../messages/en/team.json';
import enTransactions from '../../../messages/en/transactions.json';
import enViews from '../../../messages/en/views.json';
import enWebhooks from '../../../messages/en/webhooks.json';
import ptAccounts from '../../../messages/pt-BR/accounts.json';
import ptAdmin from '../../../messages/pt-BR/admin.json';
import ptAllAccounts from '../../../messages/pt-BR/all-accounts.json';
import ptAudit from '../../../messages/pt-BR/audit.json';
import ptCard from '../../../messages/pt-BR/card.json';
import ptCardStatus from '../../../messages/pt-BR/card-status.json';
import ptChannels from '../../../messages/pt-BR/channels.json';
import ptCommon from '../../../messages/pt-BR/common.json';
import ptCsv from '../../../messages/pt-BR/csv.json';
import ptCustomers from '../../../messages/pt-BR/customers.json';
import ptDeliveries from '../../../messages/pt-BR/deliveries.json';
import ptDisputes from '../../../messages/pt-BR/disputes.json';
import ptDoctor from '../../../messages/pt-BR/doctor.json';
import ptDue from '../../../messages/pt-BR/due.json';
import ptFirstDay from '../../../messages/pt-BR/first-day.json';
import ptInbox from '../../../messages/pt-BR/inbox.json';
import ptInvitation from '../../../messages/pt-BR/invitation.json';
import ptLineWords from '../../../messages/pt-BR/line-words.json';
import ptList from '../../../messages/pt-BR/list.json';
import ptNotices from '../../../messages/pt-BR/notices.json';
import ptOperations from '../../../messages/pt-BR/operations.json';
import ptOverview from '../../../messages/pt-BR/overview.json';
import ptPayments from '../../../messages/pt-BR/payments.json';
import ptPolicies from '../../../messages/pt-BR/policies.json';
import ptProblems from '../../../messages/pt-BR/problems.json';
import ptProfile from '../../../messages/pt-BR/profile.json';
import ptReports from '../../../messages/pt-BR/reports.json';
import ptResends from '../../../messages/pt-BR/resends.json';
import ptSandbox from '../../../messages/pt-BR/sandbox.json';
import ptSetUp from '../../../messages/pt-BR/set-up.json';
import ptShell from '../../../messages/pt-BR/shell.json';
import ptSignIn from '../../../messages/pt-BR/sign-in.json';
import ptStatement from '../../../messages/pt-BR/statement.json';
import ptTeam from '../../../messages/pt-BR/team.json';
import ptTransactions from '../../../messages/pt-BR/transactions.json';
import ptViews from '../../../messages/pt-BR/views.json';
import ptWebhooks from '../../../messages/pt-BR/webhooks.json';
import type { Locale } from './locales.ts';

/**
 * Every namespace in both languages. Add a new file of `messages/` here twice, and in page-namespaces.ts if
 * only one part of the product needs it. No `with { type: 'json' }`: the build compiles the messages into
 * modules.
 */
export const MESSAGES: Record<Locale, Record<string, object>> = {
  'pt-BR': {
    accounts: ptAccounts,
    audit: ptAudit,
    admin: ptAdmin,
    'all-accounts': ptAllAccounts,
    card: ptCard,
    'card-status': ptCardStatus,
    channels: ptChannels,
    common: ptCommon,
    csv: ptCsv,
    customers: ptCustomers,
    deliveries: ptDeliveries,
    disputes: ptDisputes,
    list: ptList,
    doctor: ptDoctor,
    due: ptDue,
    overview: ptOverview,
    payments: ptPayments,
    problems: ptProblems,
    profile: ptProfile,
    reports: ptReports,
    resends: ptResends,
    sandbox: ptSandbox,
    'first-day': ptFirstDay,
    inbox: ptInbox,
    'line-words': ptLineWords,
    notices: ptNotices,
    operations: ptOperations,
    webhooks: ptWebhooks,
    'set-up': ptSetUp,
    shell: ptShell,
    'sign-in': ptSignIn,
    statement: ptStatement,
    transactions: ptTransactions,
    team: ptTeam,
    policies: ptPolicies,
    invitation: ptInvitation,
    views: ptViews,
  },
  en: {
    accounts: enAccounts,
    audit: enAudit,
    admin: enAdmin,
    'all-accounts': enAllAccounts,
    card: enCard,
    'card-status': enCardStatus,
    channels: enChannels,
    common: enCommon,
    csv: enCsv,
    customers: enCustomers,
    deliveries: enDeliveries,
    disputes: enDisputes,
    list: enList,
    doctor: enDoctor,
    due: enDue,
    overview: enOverview,
    payments: enPayments,
    problems: enProblems,
    profile: enProfile,
    reports: enReports,
    resends: enResends,
    sandbox: enSandbox,
    'first-day': enFirstDay,
    inbox: enInbox,
    'line-words': enLineWords,
    notices: enNotices,
    operations: enOperations,
    webhooks: enWebhooks,
    'set-up': enSetUp,
    shell: enShell,
    'sign-in': enSignIn,
    statement: enStatement,
    transactions: enTransactions,
    team: enTeam,
    policies: enPolicies,
    invitation: enInvitation,
    views: enViews,
  },
};
