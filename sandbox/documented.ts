/**
 * Routes whose method and path documents 1 and 2 show. `bare` answers only these (document 3:
 * `card/bare.ts`).
 */
const SHOWN = {
  pix: `
    POST /pix, GET /pix, GET /pix/qr-code/:, POST /withdraw, POST /withdraw/qrcode, GET /withdraw,
    GET /internal-transfer, POST /internal-transfer, POST /refund/:, GET /pix/key, POST /pix/qrcode/read,
    GET /user, GET /user/balance, GET /user/transactions, GET /user/transactions/:, GET /user/bank-statements,
    GET /user/bank-statements/:, GET /user/deposit-pending, GET /user/deposit-pending/:, POST /user/report,
    POST /user/report/:/download, GET /status, GET /status/, GET /user/infractions, GET /user/infractions/:,
    GET /user/infractions/:/defenses, POST /user/infractions/:/defenses, GET /user/callbacks,
    GET /user/callbacks/:, POST /user/callbacks/resend/:, POST /user/callbacks/resend,
    POST /user/callbacks/resend/webhook/:, POST /user/webhooks, POST /user/webhooks/:/rotate-secret,
    POST /user/callbacks/secret, PATCH /user/callbacks/secret/rotate`,
  hub: `
    POST /oauth/token, POST /transactions/deposit/:/refund, POST /transactions/payment/:/refund,
    POST /transactions/pix/destination, POST /transactions/pix-keys, GET /transactions/statement,
    GET /transactions/withdraw, GET /transactions/infractions, POST /transactions/webhooks,
    PUT /transactions/webhooks/:, DELETE /transactions/webhooks/:, POST /transactions/callback-secret,
    GET /transactions/callback-secret, POST /transactions/callback-secret/rotate`,
};
type Api = keyof typeof SHOWN;
const shown: Record<string, Set<string>> = Object.fromEntries(
  Object.entries(SHOWN).map(([api, text]) => [api, new Set(text.split(',').map((line) => line.trim()))]),
);

/** Document 2 names these capabilities without a path; `bare` serves them under other paths than `plain`. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/transactions/charges', '/transactions/payment'],
  ['/balance', '/transactions/balance'],
  ['/transactions/transfers', '/transactions/internal-transfer'],
  ['/transactions/withdrawals', '/transactions/withdraw'],
];

export type Route = { method: string; path: string };

/** Returns true when a document shows this route; `:id` and `{id}` are equal. */
export const isDocumented = (api: Api, { method, path }: Route): boolean =>
  shown[api]?.has(`${method} ${path.replace(/:\w+/g, ':')}`) === true;

/** Returns the `plain` path for a `bare` path; null when `bare` serves nothing there. */
export function plainPathOf(path: string): string | null {
  const found = MOVED.find(([from]) => path === from || path.startsWith(`${from}/`));
  return found === undefined ? null : found[1] + path.slice(found[0].length);
}
