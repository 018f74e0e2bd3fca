import 'server-only';

/** Query parameters whose values Guichê itself sets, and nobody types. */
const PLAIN = new Set('page limit groupBy grouped sortBy sortDirection'.split(' '));

/** Segments of the providers' routes; any other segment of a path may be an id, a key or a name. */
const ROUTES = new Set(
  [
    'account api balance balances bank-statements brcode callback-secret callbacks card cards challenge charge charges',
    'currencies decode defenses deposit deposit-pending deposits destination dict download exchange-rates infractions',
    'internal-transfer jobs key keys limits metrics oauth oauth2 ownership payment payments pix pix-keys proof qr',
    'qr-code qrcode rate rates read receipt receipts recurrence recurrences refund refunds report reports resend rotate',
    'rotate-secret statement statements status summary token transaction transactions transfer transfers user users',
    'webhook webhooks withdraw withdrawal withdrawals',
  ].flatMap((words) => words.split(' ')),
);
const isRoute = (segment: string) => segment === '' || /^v\d{1,2}$/.test(segment) || ROUTES.has(segment);

/** An address as logs may contain it: `…` replaces whatever people may have typed in its path or query. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return '[address]';
  const url = new URL(address);
  const path = url.pathname.split('/').map((segment) => (isRoute(segment) ? segment : '…'));
  const query = [...url.searchParams].map(
    ([name, value]) =>
      `${PLAIN.has(name) && /^\w{1,20}$/.test(value) ? `${name}=${value}` : `${nameOf(name)}=…`}`,
  );
  return `${url.origin}${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

const nameOf = (name: string) => (/^[A-Za-z]{1,30}$/.test(name) ? name : '…');
