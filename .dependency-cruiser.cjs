/**
 * Rule 1 of CONTRIBUTING.md as zones. `scripts/verify/architecture.ts` runs it over a copy of the sources
 * without types. Type imports load nothing and are free; every import checked here loads code.
 */
// A `testing` folder has code that several tests share; like tests, it is not shipped.
const TEST = '(\\.(test|spec)\\.tsx?$|/testing/|^e2e/)';
const BROWSER_MAY_NOT = [
  '^lib/([^/]+/server|data|core/http|providers)/',
  '^lib/core/env/settings\\.ts$',
  '^lib/(boot|core/log|core/shutdown)\\.ts$',
  'node_modules/(zod|server-only|pino|pg)/',
].join('|');
// These read what several features list; retention and erasure use the tables of every feature.
const READS_OTHERS = 'app-shell|overview|search|customers';
const ERASES_OTHERS = 'retention';
// Folders that every feature's server code may use; they are not features themselves.
const GROUND = 'accounts|auth|events|list|mail|notifications|operations|session';

// Resends and webhooks query the index of deliveries; the sandbox answers at its own addresses.
const INDEX = '^lib/(deliveries/server/get-|sandbox/server/control\\.ts)';

/** The layers of lib, lowest first; every other folder is a feature. */
const LAYERS = {
  core: 'core',
  data: 'data',
  auth: 'auth|accounts|events|mail',
  providers: 'providers',
  api: 'api|list',
  operations: 'operations',
};
const COMPOSITION = '^lib/(background|endpoints|handlers|boot)\\.ts$';
/** Paths in lib that do not belong to the first `count` layers. */
const aboveLayer = (count) => `^lib/(?!(${Object.values(LAYERS).slice(0, count).join('|')})/)`;
const inLayer = (name) => `^lib/(${LAYERS[name]})/`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const between = (name, comment, from, to) =>
  forbid(name, comment, { path: from, pathNot: TEST }, { path: to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'No cycles.', {}, { circular: true }),
    between('core-is-lowest', 'core imports nothing of ours.', inLayer('core'), aboveLayer(1)),
    between('data-on-core', 'data imports core alone.', inLayer('data'), aboveLayer(2)),
    between('auth-on-data', 'auth and accounts import data and core.', inLayer('auth'), aboveLayer(3)),
    between('providers-on-auth', 'providers import auth and below.', inLayer('providers'), aboveLayer(4)),
    between('api-on-providers', 'api and list import providers and below.', inLayer('api'), aboveLayer(5)),
    between('operations-on-api', 'operations import api and below.', inLayer('operations'), aboveLayer(6)),
    between('features-below-start', 'No feature imports what composes all.', '^lib/[^/]+/', COMPOSITION),
    forbid('resolved', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    between('lib-goes-down', 'lib imports neither components nor app.', '^lib/', '^(components|app)/'),
    between('components-go-down', 'Components import no pages.', '^components/', '^app/'),
    between(
      'ui-knows-no-feature',
      'components/ui knows no feature.',
      '^components/ui/',
      '^components/(?!ui/)',
    ),
    forbid(
      'features-apart',
      "A feature does not import another feature's server folder.",
      { path: '^lib/([^/]+)/', pathNot: `^lib/(${READS_OTHERS}|${ERASES_OTHERS}|${GROUND}|api)/|${TEST}` },
      { path: '^lib/([^/]+)/server/', pathNot: `^lib/($1|${GROUND})/server/|${INDEX}` },
    ),
    forbid(
      'overview-only-reads',
      "The app shell, overview, search and customers import others' list-… and get-… only.",
      { path: `^lib/(${READS_OTHERS})/`, pathNot: TEST },
      { path: '^lib/([^/]+)/server/', pathNot: `^lib/($1|${GROUND})/server/|/(list|get)-[^/]+\\.ts$` },
    ),
    forbid(
      'one-registry',
      'Only registry.ts imports a provider.',
      { path: '.', pathNot: `^lib/providers/(registry\\.ts$|[^/]+/)|${TEST}` },
      { path: '^lib/providers/[^/]+/' },
    ),
    forbid(
      'providers-apart',
      'A provider does not import another; the client that all share imports none.',
      { path: '^lib/providers/([^/]+)/' },
      { path: '^lib/providers/[^/]+/', pathNot: '^lib/providers/($1|client)/' },
    ),
    forbid(
      'providers-below',
      'Providers know no feature, database or session.',
      { path: '^lib/providers/', pathNot: `^lib/providers/registry\\.ts$|${TEST}` },
      { path: '^lib/([^/]+/server|data|accounts)/' },
    ),
    forbid(
      'browser-stays-outside',
      'Nothing the browser loads reaches server files or zod, however far away.',
      { path: '^components/|^lib/[^/]+/(queries|rules)\\.ts$|^lib/api/client\\.ts$', pathNot: TEST },
      { path: BROWSER_MAY_NOT, reachable: true },
    ),
    forbid(
      'database-from-the-server',
      'Only server files open the database.',
      {
        path: '^(app|components|lib)/',
        pathNot: `^lib/([^/]+/server|auth|data|accounts|api|session)/|^lib/(boot|background|providers/registry)\\.ts$|${TEST}`,
      },
      { path: '^lib/data/' },
    ),
    forbid(
      'sandbox-alone',
      'The simulator imports nothing of the product.',
      { path: '^sandbox/' },
      { path: '^(lib|components|app|e2e|scripts)/' },
    ),
    forbid(
      'sandbox-untouched',
      'Nothing imports the simulator.',
      { path: '.', pathNot: '^sandbox/' },
      { path: '^sandbox/' },
    ),
    between(
      'tests-stay-tests',
      'Shipped code imports no test.',
      '^(app|components|lib)/',
      `${TEST}|^(e2e|bench)/`,
    ),
    between(
      'scripts-on-top',
      'The product imports none of its scripts.',
      '^(app|components|lib|sandbox)/',
      '^scripts/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^next-env\\.d\\.ts$' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
};
