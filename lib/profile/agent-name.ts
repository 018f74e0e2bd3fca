const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A short browser name such as 'Chrome 153, Linux'. An unknown agent is cut to 40 characters. */
export function agentName(agent: string): string {
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const found = pattern.exec(agent);
    return found ? [`${name} ${found[1]}`] : [];
  })[0];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  const known = [browser, system].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(', ') : agent.slice(0, 40);
}

/** True for a phone or a tablet. */
export const isHandheld = (agent: string) => /iPhone|iPad|Android|Mobile/.test(agent);
