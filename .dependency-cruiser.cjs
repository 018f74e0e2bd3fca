/**
 * Rule 1 of CONTRIBUTING.md as zones. `scripts/verify/architecture.ts` runs it over a copy of the sources without
 * their types: what is imported as a type loads nothing, so it is free, and every import seen here loads code.
 */
// A `testing` folder holds what several tests share: it ships as little as they do.
const TEST = '(\\.(test|spec)\\.tsx?$|/server/testing/)';
const BROWSER_MAY_NOT = [
  '^lib/([^/]+/server|auth/server|db|audit|http)/',
  '^lib/providers/',
  '^lib/env/settings\\.ts$',
  '^lib/(boot|log|shutdown)\\.ts$',
  'node_modules/(zod|server-only|pino|pg)/',
].join('|');
const READS_OTHERS = 'frame|overview|timeline|search|customers';
// What is too old, and who is erased, stands in the tables of every feature.
const FORGETS_OTHERS = 'forget';
// What every feature's server code stands on; not features themselves.
const GROUND = 'accounts|auth|erased|events|jobs|list|mail|notices|notifications|operations|session';

// The index of deliveries answers questions of resends and webhooks; the sandbox answers at its own addresses.
const INDEX = '^lib/(deliveries/server/get-|simulator/server/call-receiver)';

/** The house: what stands on a floor knows those below and nobody beside it. */
const FLOORS = require('./scripts/verify/floors.json');

/**
 * One rule a floor, against its neighbours and all above; a folder without a floor is refused too. A style that two
 * features share has no floor yet.
 */
function floors(top) {
  const list = FLOORS[top].map(({ folders }) => folders.join('|'));
  const room = (names) => `^${top}/(${names})(/|\\.tsx?$)`;
  const homeless = { path: `^${top}/`, pathNot: `${room(list.join('|'))}|${TEST}|^lib/fixtures/` };
  return [
    forbid('floors', 'Every folder has its floor.', homeless, {}),
    ...list.map((here, floor) =>
      forbid(
        'floors',
        'Folders import downward only.',
        { path: room(here), pathNot: TEST },
        { path: room(list.slice(floor).join('|')), pathNot: `^${top}/$1(/|\\.tsx?$)|\\.css$` },
      ),
    ),
  ];
}

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const between = (name, comment, from, to) =>
  forbid(name, comment, { path: from, pathNot: TEST }, { path: to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'No cycles.', {}, { circular: true }),
    ...floors('lib'),
    ...floors('components'),
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
      { path: '^lib/([^/]+)/', pathNot: `^lib/(${READS_OTHERS}|${FORGETS_OTHERS}|${GROUND}|api)/|${TEST}` },
      { path: '^lib/([^/]+)/server/', pathNot: `^lib/($1|${GROUND})/server/|${INDEX}` },
    ),
    forbid(
      'overview-only-reads',
      "Frame, overview, timeline, search and customers import others' list-… and get-… only.",
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
      'Providers and the HTTP client know no feature, database or session.',
      { path: '^lib/(providers|http)/', pathNot: `^lib/providers/registry\\.ts$|${TEST}` },
      { path: '^lib/([^/]+/server|db|audit|accounts)/' },
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
        pathNot: `^lib/([^/]+/server|auth|db|audit|accounts|api|session)/|^lib/(boot|background)\\.ts$|${TEST}`,
      },
      { path: '^lib/db/' },
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
