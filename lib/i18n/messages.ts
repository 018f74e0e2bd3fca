import enCommon from '../../messages/en/common.json' with { type: 'json' };
import enOverview from '../../messages/en/overview.json' with { type: 'json' };
import enProblems from '../../messages/en/problems.json' with { type: 'json' };
import enSandbox from '../../messages/en/sandbox.json' with { type: 'json' };
import enSetUp from '../../messages/en/set-up.json' with { type: 'json' };
import enShell from '../../messages/en/shell.json' with { type: 'json' };
import enSignIn from '../../messages/en/sign-in.json' with { type: 'json' };
import enTransactions from '../../messages/en/transactions.json' with { type: 'json' };
import ptCommon from '../../messages/pt-BR/common.json' with { type: 'json' };
import ptOverview from '../../messages/pt-BR/overview.json' with { type: 'json' };
import ptProblems from '../../messages/pt-BR/problems.json' with { type: 'json' };
import ptSandbox from '../../messages/pt-BR/sandbox.json' with { type: 'json' };
import ptSetUp from '../../messages/pt-BR/set-up.json' with { type: 'json' };
import ptShell from '../../messages/pt-BR/shell.json' with { type: 'json' };
import ptSignIn from '../../messages/pt-BR/sign-in.json' with { type: 'json' };
import ptTransactions from '../../messages/pt-BR/transactions.json' with { type: 'json' };
import type { Locale } from './locales.ts';

/** Every namespace in both languages; a new file of `messages/` is added here twice. */
export const MESSAGES: Record<Locale, Record<string, object>> = {
  'pt-BR': {
    common: ptCommon,
    overview: ptOverview,
    problems: ptProblems,
    sandbox: ptSandbox,
    'set-up': ptSetUp,
    shell: ptShell,
    'sign-in': ptSignIn,
    transactions: ptTransactions,
  },
  en: {
    common: enCommon,
    overview: enOverview,
    problems: enProblems,
    sandbox: enSandbox,
    'set-up': enSetUp,
    shell: enShell,
    'sign-in': enSignIn,
    transactions: enTransactions,
  },
};
