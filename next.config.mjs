import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/core/i18n/request.ts',
  experimental: {
    // Messages are parsed while building: neither browser nor server carries the parser.
    messages: { path: './messages', format: 'json', locales: ['pt-BR', 'en'], precompile: true },
  },
});

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
// Pages have a policy of their own, with a nonce (`proxy.ts`). Next lets no route handler replace a header of these.
const FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

const headersOf = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  typedRoutes: false,
  // No picture is made smaller here: `/_next/image` answers nobody.
  images: { unoptimized: true },
  headers: async () => [
    { source: '/:path*', headers: headersOf(SECURITY_HEADERS) },
    { source: '/(api|_next)/:path*', headers: headersOf({ 'content-security-policy': FILE_POLICY }) },
    // Its shapes are styled inside the file.
    {
      source: '/icon.svg',
      headers: headersOf({ 'content-security-policy': `${FILE_POLICY}; style-src 'unsafe-inline'` }),
    },
  ],
  // Native and worker-loading packages must stay outside the bundle.
  serverExternalPackages: [
    '@cantoo/fontkit',
    '@electric-sql/pglite',
    '@node-rs/argon2',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/sdk-node',
    '@opentelemetry/sdk-trace',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-pt-br',
    'nodemailer',
    'pg',
    'undici',
    'pino',
    'prom-client',
  ],
  // Type checking is `npm run verify`'s; doing it again in the build would only slow the first start.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['radix-ui'],
    // All pages at once would keep the first one waiting; each is loaded when it is asked for.
    preloadEntriesOnStart: false,
  },
};

export default withNextIntl(config);
